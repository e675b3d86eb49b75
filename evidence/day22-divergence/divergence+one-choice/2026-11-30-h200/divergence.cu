// Day 22: warp divergence. What does an `if` cost when the 32 lanes of a warp disagree about it?
//
// Every thread pushes one float through 4096 fused multiply-adds, and an `if` chooses which of two
// recipes it uses, path A or path B. Each predicate sends exactly half of the threads down each
// path, so all rows do the same arithmetic; only who stands beside whom in a warp changes.
//
//   one-branch    the branch stands around the loop. Four predicates: two put both paths into every
//                 warp, two keep every warp on one path.
//   inside-loop   the branch stands inside the loop, one instruction a side. Here the compiler can
//                 predicate instead of branching; the machine code says which it did.
//
// What it does not do: it does not measure memory (8 bytes a thread against 4096 instructions), so
// it prints no GB/s and needs no second size beyond the L2; and it does not nest branches or vary
// the length of the paths, which would mix imbalance into what is meant to be divergence alone.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o divergence divergence.cu && ./divergence
//   nvcc -std=c++17 -O3 -arch=native -o divergence divergence.cu      (the card in your machine)
//   nvcc -std=c++17 -O3 -arch=native -DSMALL -o divergence divergence.cu
//                    (a tiny grid and short chains, for compute-sanitizer; its times mean nothing)
//   cuobjdump -sass divergence                              (the machine code the lesson quotes)
//
// Memory: 4 MiB in and 4 MiB out on the card, 8 MiB on the host.

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

// snippet: cuda-check
// CUDA_CHECK(call) ends the program when a CUDA call fails: file, line, the call and CUDA's own
// words go to standard error. A function does the work, so the macro is one expression: it is safe
// as the whole body of an unbraced `if` and brings no local name that could collide with yours.
inline void cuda_check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}
#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)
// end snippet: cuda-check

// snippet: event-timer
// Mean time of one call of `launch`, in milliseconds, between two events on the default stream.
// Three untimed calls come first: modules load lazily, so the first launch of a kernel also pays
// for loading it. Ten timed calls follow: enough to average out the launch jitter of a short
// kernel, few enough that the slowest row of a table still ends within seconds. Errors are looked
// for before the clock starts (a kernel that never ran is fast) and after it stops.
constexpr int kWarmUps = 3;
constexpr int kTimedRuns = 10;

template <typename Launch>
double time_launches_ms(Launch launch) {
  for (int run = 0; run < kWarmUps; ++run) launch();
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaDeviceSynchronize());

  cudaEvent_t start{}, stop{};
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));
  CUDA_CHECK(cudaEventRecord(start));
  for (int run = 0; run < kTimedRuns; ++run) launch();
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaEventSynchronize(stop));

  float total_ms = 0.0f;
  CUDA_CHECK(cudaEventElapsedTime(&total_ms, start, stop));
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  return total_ms / kTimedRuns;
}
// end snippet: event-timer

// snippet: sizes
#ifdef SMALL
constexpr unsigned kBlocks = 8;
constexpr unsigned kSteps = 64;
#else
constexpr unsigned kBlocks = 4096;  // fills any card several deep: start and end weigh little
constexpr unsigned kSteps = 4096;   // multiply-adds a thread, against one load and one store
#endif
constexpr unsigned kWarpSize = 32;
constexpr unsigned kThreads = 256;
constexpr unsigned kWarps = kThreads / kWarpSize;  // 8 warps a block
constexpr size_t kCount = size_t{kBlocks} * kThreads;

// Every loop is unrolled by the same 16, so every kernel pays the same bookkeeping (add, compare,
// jump once per 16 steps) and a table compares branches, not the compiler's taste in unrolling.
constexpr unsigned kUnroll = 16;

static_assert(kThreads % kWarpSize == 0, "a block must be whole warps");
static_assert(kBlocks % 2 == 0, "block parity needs as many even blocks as odd ones");
static_assert(kSteps % kUnroll == 0, "a remainder loop would add a second branch");
// end snippet: sizes

// snippet: paths
// One step of either path: v -> v + (v + 1) * 2^-12 on A, v -> v + (v + 1) * 2^-11 on B. The four
// constants are exact in binary. A step multiplies v + 1 by the path's factor, so from 1.5 all
// 4096 steps end near 2.5 e - 1 = 5.80 on A and near 2.5 e^2 - 1 = 17.47 on B: a thread on the
// wrong path cannot be taken for one on the right path.
constexpr float kInput = 1.5f;
constexpr float kAddA = 1.0f / 4096;
constexpr float kAddB = 1.0f / 2048;
constexpr float kFactorA = 1.0f + kAddA;
constexpr float kFactorB = 1.0f + kAddB;
static_assert(kFactorA - 1.0f == kAddA && kFactorB - 1.0f == kAddB, "a factor was rounded");

__host__ __device__ inline float step_a(float v) { return fmaf(v, kFactorA, kAddA); }
__host__ __device__ inline float step_b(float v) { return fmaf(v, kFactorB, kAddB); }
// end snippet: paths

// snippet: predicate
// Who takes path B. The kernels, the host reference and the compile-time checks all ask this one
// function, so they cannot disagree about a row. "No branch" is number 0 and the predicates count
// from 1: a fifth predicate gets the number 5, never the number that means "no branch".
enum Mode { kNoBranch = 0, kLaneParity, kLaneHalf, kWarpParity, kBlockParity };

// `phase` swaps the two paths each time it grows by one. The branch around the loop leaves it at 0;
// the branch inside the loop passes the step, so that the answer changes at every step and the
// compiler cannot move the branch out of the loop.
__host__ __device__ constexpr bool takes_path_b(Mode mode, unsigned thread, unsigned block,
                                                unsigned phase) {
  switch (mode) {
    case kNoBranch:
      return false;  // everybody on A, in every phase
    case kLaneParity:
      return (thread + phase) % 2 == 1;  // lanes 1, 3, 5 ... 31 of each warp
    case kLaneHalf:
      return (thread % kWarpSize / 16 + phase) % 2 == 1;  // lanes 16 ... 31 of each warp
    case kWarpParity:
      return (thread / kWarpSize + phase) % 2 == 1;  // warps 1, 3, 5, 7 of each block
    case kBlockParity:
      return (block + phase) % 2 == 1;  // every second block
  }
  return false;
}
// end snippet: predicate

// snippet: proof-functions
// How many warps of a block the predicate splits: warps in which both paths are taken.
constexpr unsigned warps_split(Mode mode, unsigned block = 0, unsigned phase = 0) {
  unsigned split = 0;
  for (unsigned warp = 0; warp < kWarps; ++warp) {
    unsigned on_b = 0;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      if (takes_path_b(mode, warp * kWarpSize + lane, block, phase)) ++on_b;
    }
    if (on_b != 0 && on_b != kWarpSize) ++split;
  }
  return split;
}

// How many threads of the first `blocks` blocks take path B.
constexpr unsigned threads_on_b(Mode mode, unsigned blocks, unsigned phase) {
  unsigned on_b = 0;
  for (unsigned block = 0; block < blocks; ++block) {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      if (takes_path_b(mode, thread, block, phase)) ++on_b;
    }
  }
  return on_b;
}

// Exactly half of the threads of `blocks` blocks take path B, before a swap and after it.
constexpr bool halves(Mode mode, unsigned blocks) {
  return 2 * threads_on_b(mode, blocks, 0) == blocks * kThreads &&
         2 * threads_on_b(mode, blocks, 1) == blocks * kThreads;
}
// end snippet: proof-functions

// snippet: proofs
// Settled before anything runs: 8, 8, 0 and 0 of a block's 8 warps are split ...
static_assert(warps_split(kNoBranch) == 0, "without a branch no warp can split");
static_assert(warps_split(kLaneParity) == kWarps, "lane parity must split every warp");
static_assert(warps_split(kLaneHalf) == kWarps, "the lane halves must split every warp");
static_assert(warps_split(kWarpParity) == 0, "warp parity must split no warp");
static_assert(warps_split(kBlockParity) == 0, "block parity must split no warp");

// ... and each path gets exactly half of the threads, so no row does less work than another.
static_assert(halves(kLaneParity, 1), "lane parity must send half the block down each path");
static_assert(halves(kLaneHalf, 1), "the lane halves must send half the block down each path");
static_assert(halves(kWarpParity, 1),
              "warp parity must send half the block down each path: use an even number of warps");
static_assert(halves(kBlockParity, 2), "block parity must send half of two blocks down each path");
// end snippet: proofs

// snippet: two-blocks
// A predicate may look at its block only through the block's parity. Then thread t of block b ends
// with the value of thread t of block b % 2, since all inputs are equal, and the host needs the
// chains of two blocks, 512 values, to know all 1,048,576 outputs.
constexpr bool repeats_every_two_blocks(Mode mode) {
  for (unsigned block = 2; block < 8; ++block) {
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      for (unsigned phase = 0; phase < 2; ++phase) {
        if (takes_path_b(mode, thread, block, phase) !=
            takes_path_b(mode, thread, block % 2, phase)) {
          return false;
        }
      }
    }
  }
  return true;
}
static_assert(repeats_every_two_blocks(kLaneParity) && repeats_every_two_blocks(kLaneHalf) &&
                  repeats_every_two_blocks(kWarpParity) && repeats_every_two_blocks(kBlockParity),
              "two blocks of reference values must cover the grid");
// end snippet: two-blocks

// snippet: one-branch
// Sends one float through 4096 steps; the branch stands around the loop and is met once.
// Launch: kBlocks blocks of kThreads threads, one element a thread.
// Per thread: one load, kSteps dependent multiply-adds on path A or path B, one store.
// Per warp: lanes that agree run one loop, 4096 steps. Lanes that disagree run both loops one after
//   the other, 8192 steps in all, with the lanes of the other path switched off.
// Result: out[i] for every i < n.
// Memory: 4 bytes in and 4 bytes out per thread, neighbouring lanes on neighbouring addresses.
template <Mode mode>
__global__ void one_branch(const float* in, float* out, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  // snippet: guard
  // A branch nobody should fear. It can split one warp of the whole grid, the one that n ends in,
  // and the lanes past the end have no other side to run: they leave and nobody waits for them.
  // (No barrier follows, so no lane is needed later. Here n fills the grid and no warp splits.)
  if (i >= n) return;
  // end snippet: guard

  float v = in[i];  // read from memory: the compiler cannot work the chain out beforehand
  if (takes_path_b(mode, threadIdx.x, blockIdx.x, 0)) {
#pragma unroll kUnroll
    for (unsigned step = 0; step < kSteps; ++step) v = step_b(v);
  } else {
#pragma unroll kUnroll
    for (unsigned step = 0; step < kSteps; ++step) v = step_a(v);
  }
  out[i] = v;
}
// end snippet: one-branch

// snippet: inside-loop
// Differs from one_branch in one thing: the branch stands inside the loop, one multiply-add a side,
// and is met at each of the 4096 steps. The paths swap at every step, so each thread takes 2048
// steps of A and 2048 of B and ends near 2.5 e^1.5 - 1 = 10.20. With kNoBranch every step is on A:
// the loop without an `if`.
// Launch: kBlocks blocks of kThreads threads, one element a thread.
// Per thread: one load, kSteps dependent multiply-adds, one store.
// Per warp: one instruction a step where the compiler branched and the lanes agree. Where it
//   predicated, both sides' instructions go by in every warp, agreeing or not.
// Result: out[i] for every i < n.
// Memory: 4 bytes in and 4 bytes out per thread, neighbouring lanes on neighbouring addresses.
template <Mode mode>
__global__ void inside_loop(const float* in, float* out, size_t n) {
  const size_t i = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;  // past the end there is nothing to do, and no barrier waits for this lane

  float w = in[i] + 1.0f;  // a step of either path is one multiplication of v + 1
#pragma unroll kUnroll
  for (unsigned step = 0; step < kSteps; ++step) {
    w *= takes_path_b(mode, threadIdx.x, blockIdx.x, step) ? kFactorB : kFactorA;
  }
  out[i] = w - 1.0f;
}
// end snippet: inside-loop

// snippet: rows
// A row of a table: a predicate, its name and the kernel compiled for it. Two kernels of one table
// differ in nothing but the predicate.
struct Row {
  Mode mode;
  const char* name;
  void (*kernel)(const float* in, float* out, size_t n);
};

const std::vector<Row> kOneBranchRows = {
    {kLaneParity, "lane parity", one_branch<kLaneParity>},
    {kLaneHalf, "lane half", one_branch<kLaneHalf>},
    {kWarpParity, "warp parity", one_branch<kWarpParity>},
    {kBlockParity, "block parity", one_branch<kBlockParity>},
};
const std::vector<Row> kInsideLoopRows = {
    {kNoBranch, "no branch", inside_loop<kNoBranch>},
    {kLaneParity, "lane parity", inside_loop<kLaneParity>},
    {kWarpParity, "warp parity", inside_loop<kWarpParity>},
};
// end snippet: rows

// A table of the transcript. Its last column divides each time by that of the baseline's row.
struct Table {
  const char* name;
  const char* about;
  const char* ratio;  // heads the last column
  Mode baseline;
  bool inside;           // the branch stands inside the loop: the phase is the step
  size_t expected_rows;  // what the lesson's table holds
  const std::vector<Row>& rows;
};

const Table kOneBranch = {
    "one-branch",
    "the branch around the loop",
    "vs warp-uniform",
    kWarpParity,
    false,  // the phase stays 0
    4,
    kOneBranchRows,
};
const Table kInsideLoop = {
    "inside-loop",
    "the branch inside the loop, one instruction a side",
    "vs no branch",
    kNoBranch,
    true,  // the phase is the step
    3,
    kInsideLoopRows,
};

// What the whole run adds up to.
struct Tally {
  int failures = 0;
  size_t outputs = 0;         // compared with the host
  size_t differ_in_bits = 0;  // of those, not equal to the host's value bit for bit
};

// snippet: reference
// The same question and the same steps, one thread at a time. fmaf rounds once on the host as on
// the card, so the two chains agree bit for bit.
float reference(Mode mode, bool inside, unsigned thread, unsigned block) {
  float v = kInput;
  for (unsigned step = 0; step < kSteps; ++step) {
    const unsigned phase = inside ? step : 0;
    v = takes_path_b(mode, thread, block, phase) ? step_b(v) : step_a(v);
  }
  return v;
}
// end snippet: reference

// snippet: check
// Compares every output of a row with the host's two blocks. A rounding tolerance because there are
// 4096 roundings; 1e-5 because the smallest mistake is far above it: one lost step of path A moves
// v by (v + 1) * 2^-12, more than 2.4e-4 of itself. NaN, the poison in `out`, never passes.
constexpr double kTolerance = 1e-5;

bool row_is_right(const Table& table, const Row& row, const std::vector<float>& got, Tally& tally) {
  std::vector<float> want(2 * size_t{kThreads});
  for (size_t k = 0; k < want.size(); ++k) {
    want[k] = reference(row.mode, table.inside, static_cast<unsigned>(k % kThreads),
                        static_cast<unsigned>(k / kThreads));
  }

  size_t wrong = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    const float w = want[i % want.size()];  // i / kThreads is the block, and its parity is enough
    ++tally.outputs;
    if (got[i] != w) ++tally.differ_in_bits;
    if (std::fabs(double{got[i]} - w) <= kTolerance * std::fabs(double{w})) continue;
    if (wrong++ == 0) {
      std::fprintf(stderr, "%s, %s: out[%zu] is %.9g, want %.9g\n", table.name, row.name, i,
                   double{got[i]}, double{w});
    }
  }
  if (wrong > 1) std::fprintf(stderr, "  and %zu more outputs of that row\n", wrong - 1);
  return wrong == 0;
}
// end snippet: check

// The two arrays on the card.
struct Buffers {
  float* in = nullptr;
  float* out = nullptr;
};

Buffers make_buffers() {
  const std::vector<float> input(kCount, kInput);
  Buffers buffers;
  CUDA_CHECK(cudaMalloc(&buffers.in, kCount * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&buffers.out, kCount * sizeof(float)));
  CUDA_CHECK(cudaMemcpy(buffers.in, input.data(), kCount * sizeof(float), cudaMemcpyHostToDevice));
  return buffers;
}

void free_buffers(const Buffers& buffers) {
  CUDA_CHECK(cudaFree(buffers.in));
  CUDA_CHECK(cudaFree(buffers.out));
}

// snippet: measure
// Runs a row once over poisoned memory and compares everything, then times it: a row that skips
// work fails here before it can look fast. Returns the mean time, or 0 for a row that is wrong.
double measure_ms(const Table& table, const Row& row, const Buffers& buffers, Tally& tally) {
  const auto launch = [&] { row.kernel<<<kBlocks, kThreads>>>(buffers.in, buffers.out, kCount); };

  CUDA_CHECK(cudaMemset(buffers.out, 0xff, kCount * sizeof(float)));  // every float a NaN
  launch();
  CUDA_CHECK(cudaGetLastError());
  std::vector<float> got(kCount);
  CUDA_CHECK(cudaMemcpy(got.data(), buffers.out, kCount * sizeof(float), cudaMemcpyDeviceToHost));
  if (!row_is_right(table, row, got, tally)) return 0.0;

  return time_launches_ms(launch);
}
// end snippet: measure

// Measures the rows of a table, prints it, and counts what went wrong.
void print_table(const Table& table, const Buffers& buffers, Tally& tally) {
  std::vector<double> times;
  double baseline_ms = 0.0;
  for (const Row& row : table.rows) {
    times.push_back(measure_ms(table, row, buffers, tally));
    if (row.mode == table.baseline) baseline_ms = times.back();
  }

  std::printf("%s: %s\n", table.name, table.about);
  std::printf("%-14s  %11s  %9s  %16s\n", "predicate", "warps split", "time (ms)", table.ratio);
  std::printf("--------------  -----------  ---------  ----------------\n");
  size_t printed = 0;
  for (size_t r = 0; r < table.rows.size(); ++r) {
    if (times[r] <= 0.0 || baseline_ms <= 0.0) {  // wrong, as reported, or a clock that stood still
      ++tally.failures;
      continue;
    }
    std::printf("%-14s  %11u  %9.5f  %16.4f\n", table.rows[r].name, warps_split(table.rows[r].mode),
                times[r], times[r] / baseline_ms);
    ++printed;
  }
  std::printf("\n");

  if (printed != table.expected_rows) {
    std::fprintf(stderr, "%s: %zu rows, the lesson's table has %zu\n", table.name, printed,
                 table.expected_rows);
    ++tally.failures;
  }
}

// The card first, before anything can fail, then everything that does not depend on it.
void print_facts() {
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("card: %s, compute capability %d.%d\n", card.name, card.major, card.minor);
  std::printf("%d SMs, L2 cache of %.1f MiB\n", card.multiProcessorCount,
              card.l2CacheSize / 1048576.0);

  const size_t bytes = 2 * kCount * sizeof(float);
  std::printf("grid: %u blocks of %u threads, %u warps a block, %zu threads in all\n", kBlocks,
              kThreads, kWarps, kCount);
  std::printf("work: %u fused multiply-adds per thread, loops unrolled by %u\n", kSteps, kUnroll);
  std::printf("data: %zu bytes in and out, %s the L2\n", bytes,
              bytes <= static_cast<size_t>(card.l2CacheSize) ? "inside" : "larger than");
  std::printf("path A: %.1f becomes %.6f\n", double{kInput},
              double{reference(kNoBranch, false, 0, 0)});
  std::printf("path B: %.1f becomes %.6f\n\n", double{kInput},
              double{reference(kBlockParity, false, 0, 1)});
}

int main() {
  print_facts();

  const Buffers buffers = make_buffers();
  Tally tally;
  print_table(kOneBranch, buffers, tally);
  print_table(kInsideLoop, buffers, tally);
  free_buffers(buffers);

  std::printf(
      "Before each timing, every output of that row was compared with the host's own chain\n");
  std::printf(
      "of fmaf (relative tolerance %g): %zu outputs in all, %zu of them differ in any bit.\n",
      kTolerance, tally.outputs, tally.differ_in_bits);
  return tally.failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
