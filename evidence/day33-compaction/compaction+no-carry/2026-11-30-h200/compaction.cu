// Day 33: compaction and partition. Eight million threads each hold one element and ask at once:
// does it stay, and if so, in which slot?
//
// What each part shows:
//   predicate, mark       a yes or no per element, in memory as 1 or 0
//   scan (day 32)         the exclusive prefix sums of the marks are the survivors' slots, and the
//                         grand total is how many there are
//   scatter               survivors move to their slots, in the order of the input
//   partition             the same scan also places the rest, behind them and in order
//   append                one atomic counter instead: the same survivors, their order lost
//   where-the-time-goes   a copy, then the pipeline piece by piece
//   survival-sweep        scan against atomic at three shares of survivors
//
// What it does NOT do: compact in one pass, which spares most trips of the ranks through memory
// (day 32 shows how a scan does it); use a size far beyond the L2 cache, so some of what a launch
// reads may still lie there from the one before (the program prints how its arrays compare with
// your card's L2); time host copies (what a caller moves is the caller's affair).
//
// Build and run (H200):
//   nvcc -std=c++17 -O3 -arch=sm_90 -o compaction compaction.cu && ./compaction
// On your own card:
//   nvcc -std=c++17 -O3 -arch=native -o compaction compaction.cu && ./compaction
// Under a checker, with fewer elements in the same three levels and partial tiles:
//   nvcc -std=c++17 -O3 -arch=native -DSMALL -o compaction compaction.cu
//   compute-sanitizer ./compaction
// Memory: 97 MiB on the card, about 300 MiB of arrays on the host.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>
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
constexpr size_t kCount = 130461;  // the same three levels and partial tiles, for a slow checker
#else
constexpr size_t kCount = (8u << 20) - 611;  // 8 Mi less 611: round sizes hide mistakes at the tail
#endif

// 256 elements per tile and as many threads per block. 32,766 tiles (157 elements in the last) make
// 128 groups of 256 tiles (254 in the last).
constexpr unsigned int kTile = 256;
constexpr unsigned int kTiles = (kCount + kTile - 1) / kTile;
constexpr unsigned int kGroups = (kTiles + kTile - 1) / kTile;

static_assert(kTile % 32 == 0, "a block is a whole number of warps");
static_assert((kTile & (kTile - 1)) == 0, "the scan doubles its distance until it spans the tile");
static_assert(kCount % kTile != 0, "keep the last tile partial, so that the tail path runs");
static_assert(kTiles % kTile != 0, "keep the last group partial too");
static_assert(kGroups > 1, "keep three levels: in a lone group no middle carry matters");
static_assert(kGroups <= kTile, "one block scans the top: at most 256^3 = 16,777,216 elements");
static_assert(kCount <= 0x7fffffff, "a rank is an int");
// end snippet: sizes

// snippet: predicate
// Who survives. The line below is the only place that knows: mark, scatter, append and the host's
// reference all ask it, and the scan between them sees nothing but ones and zeros.
struct Keep {
  __host__ __device__ constexpr bool operator()(int value) const { return value != 0; }
};

// Who goes to the front in the partition. 0 is even.
struct Even {
  __host__ __device__ constexpr bool operator()(int value) const { return value % 2 == 0; }
};
// end snippet: predicate

// snippet: copy
// out = in: the least work that moves n ints, which the other rows are compared with.
// Launch: one thread per element, kTile threads per block.
// Per thread: one int in, one int out.
// Per warp: lane k reads and writes address base + k: 128 contiguous bytes each way.
// Memory: 4 bytes read and 4 written per element.
__global__ void copy(const int* in, int* out, size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i < n) out[i] = in[i];
}
// end snippet: copy

// snippet: mark
// marks[i] = 1 where the predicate holds, else 0.
// Launch: one thread per element, kTile threads per block.
// Per thread: one int in, one int out. Yes and no do the same work: the answer is the number.
// Per warp: 128 contiguous bytes read, 128 written, as in copy.
// Memory: 4 bytes read and 4 written per element. One bit would hold a mark, but the scan turns
// these very ints into ranks, in place, and a rank needs an int.
template <typename Predicate>
__global__ void mark(const int* in, int* marks, size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i < n) marks[i] = Predicate{}(in[i]) ? 1 : 0;
}
// end snippet: mark

// snippet: scan-tiles
// Exclusive prefix sums inside each tile of kTile ints, and each tile's total (day 32).
// Launch: one block per tile, kTile threads per block.
// Assumes: sums fit an int. in and out may be one array, hence no __restrict__: element i is read,
// and later written, by one and the same thread.
// Per thread: one element; 8 additions, at distances 1, 2, 4 ... 128.
// Per warp: neighbouring lanes use neighbouring addresses, in device and in shared memory.
// Per block: one tile, in two buffers by turns. In one, a warp that runs ahead would overwrite a
// sum that a slower one has yet to read.
// Result: out[i] = sum of the tile's elements before i; totals[b] = sum of all of tile b. Nothing
// is carried from tile to tile: that is add_carries' work.
// Memory: 4 bytes read and 4 written per element, 4 written per tile; 2 KiB of shared per block.
__global__ void scan_tiles(const int* in, int* out, int* totals, size_t n) {
  __shared__ int sums[2][kTile];
  const unsigned int t = threadIdx.x;
  const size_t i = size_t{blockIdx.x} * kTile + t;
  const int own = i < n ? in[i] : 0;  // the guard covers the load, never a barrier

  int from = 0;
  sums[from][t] = own;
  __syncthreads();  // each thread wrote its element; the thread to its right reads it next
  for (unsigned int distance = 1; distance < kTile; distance *= 2) {
    const int left = t >= distance ? sums[from][t - distance] : 0;
    sums[1 - from][t] = sums[from][t] + left;
    from = 1 - from;
    __syncthreads();  // each wrote one sum for the next step's readers, and is done with the old
  }

  const int inclusive = sums[from][t];
  if (i < n) out[i] = inclusive - own;
  if (t == kTile - 1) totals[blockIdx.x] = inclusive;  // behind n, `own` is 0: the total holds
}
// end snippet: scan-tiles

// snippet: add-carries
// Adds to every element of tile b the sum of all earlier tiles.
// Launch: one block per tile, kTile threads per block.
// Assumes: carries[b] already counts ALL earlier tiles, not only those of its own group.
// Per thread: one element read, added to, written.
// Per warp: 128 contiguous bytes read and written; all lanes read the same carry.
// Memory: 4 bytes read and 4 written per element, 4 read per tile.
__global__ void add_carries(int* data, const int* carries, size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i < n) data[i] += carries[blockIdx.x];
}
// end snippet: add-carries

// snippet: scatter
// Moves each survivor to the slot that its rank names.
// Launch: one thread per element, kTile threads per block.
// Assumes: ranks[i] = number of survivors before i.
// Per thread: asks the predicate again. The value is loaded anyway and the question is one compare;
// a stored answer would be 4 more bytes to read per element. The marks are gone besides: the scan
// ran in place, and ranks[i] alone does not say whether i itself survives.
// Per warp: two reads of 128 contiguous bytes. The writes are not random: from lane to lane the
// rank grows by one per survivor, so k survivors make one run of k ints. Values 5 0 3 0 0 8 have
// the ranks 0 1 1 2 2 2, and the run is out[0..2] = 5 3 8.
// Result: out[0, total) holds the survivors in the order of the input; slots behind are untouched.
// Memory: 8 bytes read per element, 4 written per survivor. With right ranks `slot < n` is always
// true; with wrong ones it keeps the damage inside the array, where a gate can see it.
__global__ void scatter_survivors(const int* in, const int* ranks, int* out, size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i >= n) return;  // no barrier and no warp operation follows
  const int value = in[i];
  const size_t slot = ranks[i];
  if (Keep{}(value) && slot < n) out[slot] = value;
}
// end snippet: scatter

// snippet: scatter-partition
// Moves even values to the front and odd ones behind them.
// Launch: one thread per element, kTile threads per block.
// Assumes: ranks[i] = even values before i; *evens = even values in all, the scan's grand total. It
// is read here, on the card. On its way through the host it would hold this launch back until the
// scan had ended and a copy had come and gone.
// Per thread: i elements stand before i, ranks[i] of them even, so i - ranks[i] odd: one scan ranks
// both classes. Values 5 0 3 8 have the ranks 0 0 1 1, and *evens is 2: 5 goes to slot 2 + 0, 0 to
// slot 0, 3 to slot 2 + (2 - 1), 8 to slot 1, which makes 0 8 5 3.
// Per warp: two reads of 128 contiguous bytes, one int that all lanes share; two runs written, one
// in each part.
// Result: all of out[0, n), each part in the order of the input.
// Memory: 8 bytes read and 4 written per element. `slot < n`: see scatter_survivors.
__global__ void scatter_partition(const int* in, const int* ranks, const int* evens, int* out,
                                  size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i >= n) return;  // no barrier and no warp operation follows
  const int value = in[i];
  // snippet: partition-slot
  const size_t evens_before = ranks[i];
  const size_t odds_before = i - evens_before;
  const size_t slot = Even{}(value) ? evens_before : *evens + odds_before;
  if (slot < n) out[slot] = value;
  // end snippet: partition-slot
}
// end snippet: scatter-partition

// snippet: append
// Survivors in the order in which they reach one counter: another function than scatter's. The same
// values equally often, in an order that no two runs need share.
// Launch: one thread per element, kTile threads per block.
// Assumes: *counter is 0. The reset belongs to the price.
// Per thread: one int in; a survivor draws a number from the counter and writes to that slot.
// Per warp: one read of 128 contiguous bytes. Up to 32 lanes add 1 to one address, and the compiler
// may fold that into one addition of their number, made by one lane: in the machine code, a single
// ATOMG among VOTEU, POPC and SHFL.
// Result: *counter = number of survivors; out[0, *counter) holds them.
// Memory: 4 bytes read per element, 4 written per survivor. `slot < n` is all that stands between a
// counter nobody reset and whatever lies behind the array.
__global__ void append_survivors(const int* in, int* out, unsigned int* counter, size_t n) {
  const size_t i = size_t{blockIdx.x} * kTile + threadIdx.x;
  if (i >= n) return;  // these lanes add nothing, and a fold asks only lanes that do
  const int value = in[i];
  if (!Keep{}(value)) return;  // for the same reason
  const unsigned int slot = atomicAdd(counter, 1u);
  if (slot < n) out[slot] = value;
}
// end snippet: append

// All device memory of this program.
struct DeviceArrays {
  int* input;             // kCount
  int* ranks;             // kCount: marks, which the scan turns into ranks
  int* output;            // kCount
  int* tile_sums;         // kTiles
  int* group_sums;        // kGroups
  int* total;             // 1: the top of the scan
  unsigned int* counter;  // 1: append's
};

// snippet: three-levels
// data[0, kCount) becomes its own exclusive prefix sums, *total their grand total. On the way up
// each level scans the totals of the one below: 8,387,997 elements, 32,766 tiles, 128 groups, one
// total. On the way down the groups' carries first complete the tiles' sums, which then serve as
// the elements' carries.
constexpr int kScanLaunches = 5;

void scan_in_place(int* data, int* tile_sums, int* group_sums, int* total) {
  scan_tiles<<<kTiles, kTile>>>(data, data, tile_sums, kCount);
  scan_tiles<<<kGroups, kTile>>>(tile_sums, tile_sums, group_sums, kTiles);
  scan_tiles<<<1, kTile>>>(group_sums, group_sums, total, kGroups);
  add_carries<<<kTiles, kTile>>>(data, tile_sums, kCount);
}
// end snippet: three-levels

// snippet: pipelines
// What a row puts into the stream: kernels, and for the atomic a memset.
constexpr int kMarkAndScanLaunches = 1 + kScanLaunches;
constexpr int kPipelineLaunches = kMarkAndScanLaunches + 1;
constexpr int kAppendLaunches = 2;
static_assert(kPipelineLaunches == 7, "mark, the five of the scan, scatter");

// snippet: compaction-pipeline
template <typename Predicate>
void mark_and_scan(const DeviceArrays& device) {
  mark<Predicate><<<kTiles, kTile>>>(device.input, device.ranks, kCount);
  scan_in_place(device.ranks, device.tile_sums, device.group_sums, device.total);
}

// Stable compaction. The count stays on the card, in *device.total, until somebody asks for it.
void compact(const DeviceArrays& device) {
  mark_and_scan<Keep>(device);
  scatter_survivors<<<kTiles, kTile>>>(device.input, device.ranks, device.output, kCount);
}
// end snippet: compaction-pipeline

// snippet: partition-pipeline
// Stable partition: another predicate and another scatter around the same scan.
void partition_even(const DeviceArrays& device) {
  mark_and_scan<Even>(device);
  scatter_partition<<<kTiles, kTile>>>(device.input, device.ranks, device.total, device.output,
                                       kCount);
}
// end snippet: partition-pipeline

// snippet: atomic-pipeline
// Compaction without order. The reset is work on the card like any launch, and counted as one.
void append(const DeviceArrays& device) {
  CUDA_CHECK(cudaMemsetAsync(device.counter, 0, sizeof(unsigned int)));
  append_survivors<<<kTiles, kTile>>>(device.input, device.output, device.counter, kCount);
}
// end snippet: atomic-pipeline
// end snippet: pipelines

// snippet: generator
// A 32-bit linear congruential generator from a fixed start, so that two people compare the same
// bytes. Only the high byte of each state is used: bit k repeats after 2^(k + 1) draws, so the
// lowest one merely alternates. The first draw decides whether an element is kept (below the
// threshold, out of 256), the second which value it has, 1 to 255; a dropped element is 0. Both
// draws are always made: an element has the same value at every threshold that keeps it.
std::vector<int> make_input(unsigned int threshold) {
  std::uint32_t state = 12345;
  const auto high_byte = [&state] {
    state = state * 1664525u + 1013904223u;
    return state >> 24;
  };
  std::vector<int> values(kCount);
  for (int& value : values) {
    const bool kept = high_byte() < threshold;
    const int drawn = static_cast<int>(1 + high_byte() % 255);
    value = kept ? drawn : 0;
  }
  return values;
}
// end snippet: generator

// snippet: inputs
// About a tenth, half and nine tenths kept. The counts belong to 8,387,997 elements: if your input
// shows the same ones, you compare the same bytes.
struct InputKind {
  unsigned int threshold;
  size_t nonzero;
};
constexpr std::array<InputKind, 3> kInputs{{{26, 852058}, {128, 4194345}, {230, 7537218}}};
constexpr size_t kMiddle = 1;
constexpr size_t kMiddleEven = 6275981;
constexpr bool kCountsKnown = kCount == (8u << 20) - 611;
// end snippet: inputs

// snippet: host-reference
// What the device must produce, written so that one look says it is right.
std::vector<int> survivors_in_order(const std::vector<int>& input) {
  std::vector<int> kept;
  for (const int value : input) {
    if (Keep{}(value)) kept.push_back(value);
  }
  return kept;
}

std::vector<int> evens_then_odds(const std::vector<int>& input) {
  std::vector<int> parts;
  for (const int value : input) {
    if (Even{}(value)) parts.push_back(value);
  }
  for (const int value : input) {
    if (!Even{}(value)) parts.push_back(value);
  }
  return parts;
}
// end snippet: host-reference

std::vector<int> marks_of(const std::vector<int>& input) {
  std::vector<int> marks;
  for (const int value : input) marks.push_back(Keep{}(value) ? 1 : 0);
  return marks;
}

std::vector<int> exclusive_sums(const std::vector<int>& marks) {
  std::vector<int> sums;
  int before = 0;
  for (const int each : marks) {
    sums.push_back(before);
    before += each;
  }
  return sums;
}

// Warps of append_survivors in which anybody survives: so many additions reach the counter when
// each warp's are folded into one.
size_t warps_with_a_survivor(const std::vector<int>& input) {
  size_t warps = 0;
  for (size_t first = 0; first < input.size(); first += 32) {
    bool any = false;
    for (size_t i = first; i < first + 32 && i < input.size(); ++i) any = any || Keep{}(input[i]);
    if (any) ++warps;
  }
  return warps;
}

// snippet: second-run
// No kernel writes -1: values are 0 to 255 and ranks at least 0. Four bytes 0xff make one.
constexpr int kPoison = -1;

// Runs `path` twice, poisons `target` in between and returns all of it. The first run would flatter
// a path that lives on what it found: a counter that happened to be 0 is not 0 the second time.
template <typename Path>
std::vector<int> second_run(int* target, Path path) {
  path();
  CUDA_CHECK(cudaMemset(target, 0xff, kCount * sizeof(int)));
  path();
  CUDA_CHECK(cudaGetLastError());
  std::vector<int> got(kCount);
  CUDA_CHECK(cudaMemcpy(got.data(), target, kCount * sizeof(int), cudaMemcpyDeviceToHost));
  return got;
}
// end snippet: second-run

// snippet: same-elements
// Every slot, and exactly: moved integers are not rounded. Slots behind the end of `want` must
// still be poison, since writing too much is as wrong as writing too little.
int wanted(const std::vector<int>& want, size_t i) { return i < want.size() ? want[i] : kPoison; }

bool same_elements(const char* what, const std::vector<int>& got, const std::vector<int>& want) {
  size_t differ = 0;
  for (size_t i = 0; i < got.size(); ++i) {
    if (got[i] == wanted(want, i)) continue;
    if (differ == 0) {
      std::fprintf(stderr, "%s: element %zu: got %d, want %d\n", what, i, got[i], wanted(want, i));
    }
    ++differ;
  }
  if (differ == 0) return true;
  std::fprintf(stderr, "%s: %zu of %zu elements differ\n", what, differ, got.size());
  return false;
}
// end snippet: same-elements

// snippet: multiset
// The same values equally often in the first want.size() slots, in any order, and poison behind
// them. Values index a tally, so BOTH sides are tested before they do: a wrong result may hold
// anything, and so may a wrong reference.
constexpr int kValues = 256;

bool same_multiset(const char* what, const std::vector<int>& got, const std::vector<int>& want) {
  std::array<size_t, kValues> got_tally{}, want_tally{};
  const auto in_range = [](int value) { return 0 <= value && value < kValues; };
  for (size_t i = 0; i < want.size(); ++i) {
    if (!in_range(got[i]) || !in_range(want[i])) {
      std::fprintf(stderr, "%s: element %zu: got %d, want %d or another from 0 to 255\n", what, i,
                   got[i], want[i]);
      return false;
    }
    ++got_tally[got[i]];
    ++want_tally[want[i]];
  }
  for (int value = 0; value < kValues; ++value) {
    if (got_tally[value] == want_tally[value]) continue;
    std::fprintf(stderr, "%s: value %d: got %zu of them, want %zu\n", what, value, got_tally[value],
                 want_tally[value]);
    return false;
  }
  for (size_t i = want.size(); i < got.size(); ++i) {
    if (got[i] == kPoison) continue;
    std::fprintf(stderr, "%s: element %zu: got %d, want %d\n", what, i, got[i], kPoison);
    return false;
  }
  return true;
}
// end snippet: multiset

// An input and what compaction must make of it.
struct Reference {
  std::vector<int> input;
  std::vector<int> kept;
};

template <typename Int>
size_t read_back(const Int* device_count) {
  Int count{};
  CUDA_CHECK(cudaMemcpy(&count, device_count, sizeof(Int), cudaMemcpyDeviceToHost));
  return static_cast<size_t>(count);
}

void upload(const DeviceArrays& device, const std::vector<int>& input) {
  CUDA_CHECK(cudaMemcpy(device.input, input.data(), kCount * sizeof(int), cudaMemcpyHostToDevice));
}

bool same_count(const char* what, size_t got, size_t want) {
  if (got == want) return true;
  std::fprintf(stderr, "%s: got %zu, want %zu\n", what, got, want);
  return false;
}

// snippet: gates
// Five questions before any clock starts: what fails one is not worth timing. The scanned count
// alone proves little. Without one of the carries it is still right, and the slots are not.
int failed_gates(const DeviceArrays& device, const Reference& middle) {
  int asked = 0, failed = 0;
  const auto gate = [&](const char* name, bool right) {
    std::printf("gate %d, %s: %s\n", ++asked, name, right ? "passed" : "failed");
    if (!right) ++failed;
  };
  const size_t count = middle.kept.size();

  const std::vector<int> compacted = second_run(device.output, [&] { compact(device); });
  gate("scanned count", same_count("scanned count", read_back(device.total), count));
  gate("exact order", same_elements("exact order", compacted, middle.kept));

  const std::vector<int> appended = second_run(device.output, [&] { append(device); });
  gate("atomic count", same_count("atomic count", read_back(device.counter), count));
  gate("multiset", same_multiset("multiset", appended, middle.kept));

  const std::vector<int> parts = second_run(device.output, [&] { partition_even(device); });
  gate("exact partition", same_elements("exact partition", parts, evens_then_odds(middle.input)));

  std::printf("gates passed: %d of %d\n\n", asked - failed, asked);
  return failed;
}
// end snippet: gates

struct Report {
  int failures = 0;
  int rows = 0;
};

// snippet: checked-time
// Milliseconds of a path whose whole output was just compared. A wrong path is not timed, and what
// is not above zero is no time: either is a failure, and gets no row.
template <typename Path>
double checked_ms(Report& report, const char* what, bool right, Path path) {
  const double ms = right ? time_launches_ms(path) : 0.0;
  if (right && !(ms > 0.0)) std::fprintf(stderr, "%s: %g ms is no time\n", what, ms);
  if (!(ms > 0.0)) ++report.failures;
  return ms;
}
// end snippet: checked-time

bool appended_right(const char* what, const DeviceArrays& device, const std::vector<int>& got,
                    const std::vector<int>& kept) {
  return same_count(what, read_back(device.counter), kept.size()) && same_multiset(what, got, kept);
}

// snippet: time-table
// One table row: the path is checked over all of `target`, then timed, then printed.
struct TimeTable {
  Report& report;
  double copy_ms = std::nan("");  // until the copy's row sets it: no copy, no ratio

  template <typename Path, typename Right>
  void row(const char* what, int launches, int* target, Path path, Right right) {
    const double ms = checked_ms(report, what, right(what, second_run(target, path)), path);
    if (!(ms > 0.0)) return;
    if (std::string_view{what} == "copy") copy_ms = ms;
    std::printf("%-13s  %8d  %#9.5g  %#13.5g\n", what, launches, ms, ms / copy_ms);
    ++report.rows;
  }
};
// end snippet: time-table

// snippet: where-the-time-goes
constexpr int kTimeRows = 7;

void where_the_time_goes(Report& report, const DeviceArrays& device, const Reference& middle) {
  int* const in = device.input;
  int* const ranks = device.ranks;
  int* const out = device.output;
  const std::vector<int> marks = marks_of(middle.input);
  const std::vector<int> parts = evens_then_odds(middle.input);
  const auto equals = [](const std::vector<int>& want) {
    return [&want](const char* what, const auto& got) { return same_elements(what, got, want); };
  };
  const auto same_survivors = [&](const char* what, const auto& got) {
    return appended_right(what, device, got, middle.kept);
  };

  upload(device, middle.input);
  std::printf("where-the-time-goes: %zu ints, %zu survivors, %u threads per block\n", kCount,
              middle.kept.size(), kTile);
  std::printf("what           launches  time (ms)  ratio to copy\n");
  std::printf("-------------  --------  ---------  -------------\n");
  const auto copy_all = [&] { copy<<<kTiles, kTile>>>(in, out, kCount); };
  const auto mark_all = [&] { mark<Keep><<<kTiles, kTile>>>(in, ranks, kCount); };
  const auto rank_all = [&] { mark_and_scan<Keep>(device); };
  const auto scatter_all = [&] { scatter_survivors<<<kTiles, kTile>>>(in, ranks, out, kCount); };
  const auto compact_all = [&] { compact(device); };
  const auto partition_all = [&] { partition_even(device); };
  const auto append_all = [&] { append(device); };
  TimeTable table{report};
  table.row("copy", 1, out, copy_all, equals(middle.input));
  table.row("mark", 1, ranks, mark_all, equals(marks));
  table.row("mark + scan", kMarkAndScanLaunches, ranks, rank_all, equals(exclusive_sums(marks)));
  table.row("scatter alone", 1, out, scatter_all, equals(middle.kept));  // by the ranks just made
  table.row("compaction", kPipelineLaunches, out, compact_all, equals(middle.kept));
  table.row("partition", kPipelineLaunches, out, partition_all, equals(parts));
  table.row("atomic", kAppendLaunches, out, append_all, same_survivors);
}
// end snippet: where-the-time-goes

// snippet: out-of-order
// Slots whose value is not the stable answer's. Counted and reported, never a failure: order is not
// what append promises.
size_t out_of_order(const std::vector<int>& appended, const std::vector<int>& kept) {
  size_t moved = 0;
  for (size_t i = 0; i < kept.size(); ++i) moved += appended[i] != kept[i] ? 1 : 0;
  return moved;
}
// end snippet: out-of-order

// snippet: survival-sweep
void survival_sweep(Report& report, const DeviceArrays& device,
                    const std::vector<Reference>& references) {
  std::printf("\nsurvival-sweep: %zu ints, both ways at three shares of survivors\n", kCount);
  std::printf("kept (%%)  survivors  scan (ms)  atomic (ms)  ratio scan/atomic  out of order\n");
  std::printf("--------  ---------  ---------  -----------  -----------------  ------------\n");
  for (const Reference& each : references) {
    upload(device, each.input);
    const auto scan = [&] { compact(device); };
    const std::vector<int> compacted = second_run(device.output, scan);
    const bool exact = same_count("sweep, scan", read_back(device.total), each.kept.size()) &&
                       same_elements("sweep, scan", compacted, each.kept);
    const double scan_ms = checked_ms(report, "sweep, scan", exact, scan);

    const auto atomic = [&] { append(device); };
    const std::vector<int> appended = second_run(device.output, atomic);
    const bool same = appended_right("sweep, atomic", device, appended, each.kept);
    const double atomic_ms = checked_ms(report, "sweep, atomic", same, atomic);

    if (!(scan_ms > 0.0 && atomic_ms > 0.0)) continue;
    std::printf("%-#8.4g  %9zu  %#9.5g  %#11.5g  %#17.5g  %12zu\n",
                100.0 * each.kept.size() / kCount, each.kept.size(), scan_ms, atomic_ms,
                scan_ms / atomic_ms, out_of_order(appended, each.kept));
    ++report.rows;
  }
}
// end snippet: survival-sweep

void print_card() {
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("card: %s, compute capability %d.%d\n", card.name, card.major, card.minor);

  const auto mib = [](size_t bytes) { return bytes / (1024.0 * 1024.0); };
  const size_t l2 = static_cast<size_t>(card.l2CacheSize);
  const auto fits = [l2](size_t bytes) { return bytes <= l2 ? "fits" : "does not fit"; };
  const size_t array = kCount * sizeof(int);
  std::printf("L2 cache: %.1f MiB\n", mib(l2));
  std::printf("one array: %.1f MiB, %s the L2\n", mib(array), fits(array));
  std::printf("copy touches: %.1f MiB, %s the L2\n", mib(2 * array), fits(2 * array));
  std::printf("compaction touches: %.1f MiB at most, %s the L2\n", mib(3 * array), fits(3 * array));
}

void print_sizes() {
  std::printf("elements: %zu ints in %u tiles of %u, the last holds %zu\n", kCount, kTiles, kTile,
              kCount - size_t{kTiles - 1} * kTile);
  std::printf("tiles: %u in %u groups of %u, the last holds %u\n", kTiles, kGroups, kTile,
              kTiles - (kGroups - 1) * kTile);
}

// Checks the generator. Counts with no help from Keep and Even, which an exercise may change.
int wrong_inputs(const std::vector<Reference>& references) {
  int wrong = 0;
  for (size_t kind = 0; kind < kInputs.size(); ++kind) {
    const Reference& each = references[kind];
    size_t nonzero = 0, even = 0;
    for (const int value : each.input) {
      if (value != 0) ++nonzero;
      if (value % 2 == 0) ++even;
    }
    std::printf("survivors at threshold %u: %zu of %zu, in %zu of %zu warps\n",
                kInputs[kind].threshold, each.kept.size(), kCount,
                warps_with_a_survivor(each.input), (kCount + 31) / 32);
    if (kCountsKnown && !same_count("nonzero", nonzero, kInputs[kind].nonzero)) ++wrong;
    if (kind != kMiddle) continue;
    std::printf("even elements, middle input: %zu of %zu\n", even, kCount);
    if (kCountsKnown && !same_count("even", even, kMiddleEven)) ++wrong;
  }
  std::printf("\n");
  return wrong;
}

std::vector<Reference> make_references() {
  std::vector<Reference> references;
  for (const InputKind& kind : kInputs) {
    Reference each;
    each.input = make_input(kind.threshold);
    each.kept = survivors_in_order(each.input);
    references.push_back(std::move(each));
  }
  return references;
}

template <typename Int>
void allocate(Int** array, size_t count) {
  CUDA_CHECK(cudaMalloc(array, count * sizeof(Int)));
  CUDA_CHECK(cudaMemset(*array, 0, count * sizeof(Int)));  // every run starts from the same bytes
}

DeviceArrays allocate_all() {
  DeviceArrays device{};
  allocate(&device.input, kCount);
  allocate(&device.ranks, kCount);
  allocate(&device.output, kCount);
  allocate(&device.tile_sums, kTiles);
  allocate(&device.group_sums, kGroups);
  allocate(&device.total, 1);
  allocate(&device.counter, 1);
  return device;
}

void release_all(const DeviceArrays& device) {
  CUDA_CHECK(cudaFree(device.input));
  CUDA_CHECK(cudaFree(device.ranks));
  CUDA_CHECK(cudaFree(device.output));
  CUDA_CHECK(cudaFree(device.tile_sums));
  CUDA_CHECK(cudaFree(device.group_sums));
  CUDA_CHECK(cudaFree(device.total));
  CUDA_CHECK(cudaFree(device.counter));
}

// Says what the printed rows stand for, and turns failures into the exit status.
int finish(const Report& report) {
  constexpr int kRows = kTimeRows + static_cast<int>(kInputs.size());
  std::printf("\nrows: %d of %d\n", report.rows, kRows);
  const bool whole = report.failures == 0 && report.rows == kRows;
  if (!whole) {
    std::fprintf(stderr, "failed: %d wrong results, %d of %d rows\n", report.failures, report.rows,
                 kRows);
    return EXIT_FAILURE;
  }
  std::printf(
      "\n"
      "Before it was timed each path ran twice, the second time onto poisoned memory, and all its\n"
      "elements were compared with the host's: marks, ranks, survivors and partition slot by\n"
      "slot, the atomic path as a multiset; slots behind the last survivor had to be untouched.\n"
      "A ratio to copy is a row's time over the copy's, scan/atomic the compaction's over the\n"
      "atomic's. Out of order counts slots whose value is not the stable answer's: no failure,\n"
      "and another number in every run. The reset of the counter is a launch. Host copies are\n"
      "not timed.\n");
  return EXIT_SUCCESS;
}

int main() {
  print_card();
  print_sizes();
  const std::vector<Reference> references = make_references();
  const Reference& middle = references[kMiddle];
  const DeviceArrays device = allocate_all();

  Report report;
  report.failures += wrong_inputs(references);
  upload(device, middle.input);
  report.failures += failed_gates(device, middle);
  if (report.failures == 0) {
    where_the_time_goes(report, device, middle);
    survival_sweep(report, device, references);
  }

  release_all(device);
  return finish(report);
}
