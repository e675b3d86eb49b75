// Day 36: merge path. Two sorted arrays are merged by thousands of threads, each of which finds its
// own place with one co-rank search and then merges a short slice on its own.
//
// What each part of the run shows
//   four elements  one thread cuts four elements at rank 2: the smallest input on which the way a
//                  halving is rounded decides whether the search ends at all
//   ties           eight keys with repeats, one output per thread, each key tagged with its origin:
//                  the only part in which keys are equal, so the only one that shows stability
//   one-thread     the sequential loop in one thread of the card: same memory, no parallelism
//   slices         one thread per slice of 1, 4, 16, 64 or 256 outputs: what the slice length buys
//   uneven         the slices on keys with uneven gaps. The main input alternates so strictly that
//                  half of all searches end after one step once slices are 4 long; here few do
//   search         the searches alone, with neighbouring slices searched by the lanes of one warp
//                  and by lanes far apart: what neighbourhood is worth
//   beyond-l2      the slices on an input too large for the L2 cache
//
// What it does not do, and why
//   No shared memory and no barrier: every search and every step reads global memory, so that what
//   is measured here is the split alone. Day 37 stages the slices.
//   No second search per slice: a slice ends after a known number of outputs, and those imply where
//   it ends in a and in b.
//   No one-thread row beyond the L2: it would take minutes and say what the small one says.
//
// Build and run
//   nvcc -std=c++17 -O3 -arch=sm_90 -o merge_path merge_path.cu && ./merge_path
//   On another card say -arch=native. Under compute-sanitizer add -DSMALL: the same
//   program on inputs small enough for a tool that watches every access.
//
// Memory: 513 MiB on the card and 769 MiB on the host at most. A card without that much free skips
// the part beyond the L2 and says so.

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

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

constexpr int kWarp = 32;
constexpr int kBlock = 256;  // nothing is shared in a block: any whole number of warps would do

// snippet: inputs
// The main input: a holds the even numbers 0, 2, 4, ..., b the odd ones 1, 3, 5, .... No two keys
// are equal, so each output has exactly one right value and one right origin. a is 611 longer: the
// two low bounds of a search differ, the total is odd, and the last outputs come from a alone.
constexpr size_t kExtra = 611;
#ifdef SMALL
constexpr size_t kB = 4096;
constexpr size_t kLargeB = 8192;
#else
constexpr size_t kB = size_t{2} << 20;
constexpr size_t kLargeB = size_t{32} << 20;
#endif
constexpr size_t kA = kB + kExtra;
constexpr size_t kLargeA = kLargeB + kExtra;
constexpr size_t kSliceSizes[] = {1, 4, 16, 64, 256};  // outputs per thread
// end snippet: inputs

// Neighbouring lanes of the `apart` searches are this many slices from each other, counted round
// the end. A prime, because only a stride without a common factor visits every slice.
constexpr size_t kApart = 1000003;

// What the lesson's tables hold: ties 8, one-thread 1, and 5 each in the four sweeps.
constexpr int kRowsExpected = 29;

constexpr size_t ceilDiv(size_t count, size_t size) { return (count + size - 1) / size; }

// snippet: step-limit
// Digits of x in binary: 3 for 4, 22 for 2^21. A search starts with an interval no longer than the
// shorter input and each step halves it, so bitLength(min(m, n)) steps are always enough.
constexpr int bitLength(size_t x) {
  int length = 0;
  for (; x != 0; x >>= 1) ++length;
  return length;
}
// end snippet: step-limit

// snippet: compile-time
// Every slice size must leave a short last slice (1 cannot) and every launch a last block with
// threads to spare: otherwise the code for the ends would never run.
constexpr bool endsAreUneven(size_t outputs) {
  for (const size_t perThread : kSliceSizes) {
    if (perThread > 1 && outputs % perThread == 0) return false;
    if (ceilDiv(outputs, perThread) % kBlock == 0) return false;
  }
  return true;
}

constexpr bool apartVisitsEverySlice(size_t outputs) {
  for (const size_t perThread : kSliceSizes) {
    if (std::gcd(kApart, ceilDiv(outputs, perThread)) != 1) return false;
  }
  return true;
}

static_assert(kBlock % kWarp == 0, "a block must be a whole number of warps");
static_assert(kA > kB && kLargeA > kLargeB, "the outputs must end with keys that only a holds");
static_assert(endsAreUneven(kA + kB), "the main input must run the code for uneven ends");
static_assert(endsAreUneven(kLargeA + kLargeB), "the large input must run it too");
static_assert(apartVisitsEverySlice(kA + kB), "the apart searches must visit every slice");
static_assert(2 * kA <= size_t{1} << 24, "every key of the main input must be exact in float");
static_assert(2 * 3 * kA <= size_t{1} << 24, "so must every key with uneven gaps, at most 3 each");
static_assert(kA <= UINT32_MAX, "a split must fit the 32 bits that the search rows store");
static_assert(ceilDiv(kLargeA + kLargeB, kBlock) <= INT_MAX, "a grid must fit its x dimension");
static_assert(bitLength(1) == 1 && bitLength(3) == 2 && bitLength(4) == 3, "bitLength is off");
// end snippet: compile-time

// snippet: corank
// The co-rank of k: how many of the first k outputs of a stable merge come from a. The other k - i
// come from b.
// Assumes: a and b are sorted, k <= m + n.
// Per thread: at most bitLength(min(m, n)) steps, 22 for 2^21 keys. A step moves i and j against
// each other by half of what is left; it needs up to four loads.
// Per warp: lanes d ranks apart take much the same steps, about d / 2 elements apart in a and in b.
// A load of 32 lanes then touches 2 or 3 sectors of 32 bytes at d = 1, 8 or 9 at d = 4, and one for
// each lane from d = 16 up.
// Result: the one i with a[i - 1] <= b[j] and b[j - 1] < a[i], where j = k - i. Only the second
// test is strict, so that of equal keys those of a come first.
template <typename Key>
__device__ size_t coRank(size_t k, const Key* a, size_t m, const Key* b, size_t n) {
  size_t i = k < m ? k : m;  // start with all that a can give
  size_t j = k - i;
  size_t iLow = k > n ? k - n : 0;  // b can give n at most. The low bounds also keep every load
  size_t jLow = k > m ? k - m : 0;  // inside a and b.
  while (true) {
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      // Too many from a. The ceiling moves even when one place is left; half of 1 is 0, and a step
      // of 0 would try the same split for ever.
      // snippet: ceiling
      const size_t delta = (i - iLow + 1) >> 1;
      // end snippet: ceiling
      jLow = j;
      i -= delta;
      j += delta;
      // snippet: tie-rule
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      // end snippet: tie-rule
      // Too few from a: b[j - 1] would come before a key of a that is not larger.
      const size_t delta = (j - jLow + 1) >> 1;
      iLow = i;
      i += delta;
      j -= delta;
    } else {
      return i;
    }
  }
}
// end snippet: corank

// snippet: merge-from
// The sequential merge, taken up in the middle: writes out[first] to out[last - 1], with a[i] and
// b[j] the first keys not used yet.
// Assumes: i + j = first, and (i, j) is the split that coRank(first) gives.
// Per thread: one comparison and one store per output. Where it ends in a and b needs no search:
// last - first outputs use up exactly that many keys.
template <typename Key>
__device__ void mergeFrom(size_t i, size_t j, size_t first, size_t last, const Key* a, size_t m,
                          const Key* b, size_t n, Key* out) {
  for (size_t k = first; k < last; ++k) {
    const bool takeA = j == n || (i < m && a[i] <= b[j]);  // equal keys: a first
    out[k] = takeA ? a[i++] : b[j++];
  }
}
// end snippet: merge-from

// snippet: one-thread
// The whole merge in one thread, from split (0, 0): the baseline. It reads and writes every address
// in order, so it is slow for being alone, not for the way it walks through memory.
// Launch: <<<1, 1>>>; any other launch writes nothing.
// Per thread: all m + n outputs.
// Result: out[0] to out[m + n - 1].
__global__ void mergeOneThread(const float* a, size_t m, const float* b, size_t n, float* out) {
  const unsigned extents = gridDim.x + gridDim.y + gridDim.z + blockDim.x + blockDim.y + blockDim.z;
  if (extents != 6) return;  // none is below 1, so only <<<1, 1>>> adds up to 6
  mergeFrom(0, 0, 0, m + n, a, m, b, n, out);
}
// end snippet: one-thread

// snippet: slice-merge
__device__ size_t globalThread() { return size_t{blockIdx.x} * blockDim.x + threadIdx.x; }

// Slice number `slice` of the merge: perThread outputs, fewer in the last slice.
// Per thread: one search, then one step per output.
template <typename Key>
__device__ void mergeSlice(size_t slice, size_t perThread, const Key* a, size_t m, const Key* b,
                           size_t n, Key* out) {
  const size_t first = slice * perThread;
  if (first >= m + n) return;  // past the end; no barrier follows, so nobody waits for this lane
  const size_t last = min(first + perThread, m + n);
  const size_t i = coRank(first, a, m, b, n);
  mergeFrom(i, first - i, first, last, a, m, b, n, out);
}
// end snippet: slice-merge

// snippet: slices
// The merge in slices; differs from mergeOneThread in where a thread starts and stops.
// Launch: x only, at least ceil((m + n) / perThread) threads in all.
// Per thread: its own slice; slices share no output, so there is nothing to wait for.
// Per warp: a store of 32 lanes touches 4 sectors of 32 bytes at 1 output per thread, 16 at 4, and
// one for each lane from 8 up; a thread's next stores fall into the sectors it has touched.
// Result: out[0 .. m + n).
__global__ void mergeSlices(size_t perThread, const float* a, size_t m, const float* b, size_t n,
                            float* out) {
  mergeSlice(globalThread(), perThread, a, m, b, n, out);
}
// end snippet: slices

// snippet: tagged
// A key that remembers where it came from. It compares as its key and moves as a whole, so that the
// merge above takes it unchanged.
struct Tagged {
  float key;
  char side;  // 'a' or 'b'
  int place;  // index in that array
  __host__ __device__ operator float() const { return key; }
};

// mergeSlices for tagged keys.
// Launch: x only, at least ceil((m + n) / perThread) threads in all.
// Result: out[0] to out[m + n - 1].
__global__ void mergeTagged(size_t perThread, const Tagged* a, size_t m, const Tagged* b, size_t n,
                            Tagged* out) {
  mergeSlice(globalThread(), perThread, a, m, b, n, out);
}
// end snippet: tagged

// snippet: cut
// One search by one thread.
// Launch: <<<1, 1>>>.
// Result: *split is how many of the first k outputs come from a.
__global__ void cutAt(size_t k, const float* a, size_t m, const float* b, size_t n,
                      uint32_t* split) {
  *split = static_cast<uint32_t>(coRank(k, a, m, b, n));
}
// end snippet: cut

// snippet: search-only
// The searches of mergeSlices without its merge: thread t searches for slice t * stride, counted
// round the end. Stride 1 gives neighbouring slices to neighbouring lanes. A large stride deals the
// same searches out so that the lanes of a warp share neither addresses nor branches.
// Launch: x only, at least ceil((m + n) / perThread) threads in all.
// Assumes: stride shares no factor with the number of slices, so that each is searched once.
// Per warp: one store of 128 bytes in a row, at any stride.
// Result: splits[t] for each t below the number of slices.
__global__ void searchOnly(size_t perThread, size_t stride, const float* a, size_t m,
                           const float* b, size_t n, uint32_t* splits) {
  const size_t slices = (m + n + perThread - 1) / perThread;
  const size_t thread = globalThread();
  if (thread >= slices) return;  // no barrier follows
  const size_t slice = thread * stride % slices;
  splits[thread] = static_cast<uint32_t>(coRank(slice * perThread, a, m, b, n));
}
// end snippet: search-only

// snippet: host-reference
// The answer: of the two keys in front take the smaller, and a's when they are equal.
template <typename Key>
std::vector<Key> mergeOnHost(const std::vector<Key>& a, const std::vector<Key>& b) {
  std::vector<Key> out;
  out.reserve(a.size() + b.size());
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (b[j] < a[i]) {
      out.push_back(b[j++]);
    } else {
      out.push_back(a[i++]);
    }
  }
  while (i < a.size()) out.push_back(a[i++]);
  while (j < b.size()) out.push_back(b[j++]);
  return out;
}
// end snippet: host-reference

// An array in the card's memory, freed with its owner.
template <typename T>
struct DeviceArray {
  T* data = nullptr;
  size_t count;

  explicit DeviceArray(size_t n) : count(n) { CUDA_CHECK(cudaMalloc(&data, n * sizeof(T))); }
  explicit DeviceArray(const std::vector<T>& host) : DeviceArray(host.size()) {
    CUDA_CHECK(cudaMemcpy(data, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { CUDA_CHECK(cudaFree(data)); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  // Waits for the kernels that fill the array, and reports what went wrong in them.
  std::vector<T> toHost() const {
    std::vector<T> host(count);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(host.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
  }
};

// Two sorted arrays and their merge, on the host and on the card.
struct Input {
  std::vector<float> a, b, want;
  DeviceArray<float> deviceA, deviceB, deviceOut;

  Input(std::vector<float> sortedA, std::vector<float> sortedB)
      : a(std::move(sortedA)),
        b(std::move(sortedB)),
        want(mergeOnHost(a, b)),
        deviceA(a),
        deviceB(b),
        deviceOut(want.size()) {}
  size_t slices(size_t perThread) const { return ceilDiv(want.size(), perThread); }
};

// a gets the values of the even places 0, 2, 4, ..., b those of the odd ones.
template <typename ValueAt>
Input alternating(size_t m, size_t n, ValueAt valueAt) {
  std::vector<float> a(m), b(n);
  for (size_t i = 0; i < m; ++i) a[i] = valueAt(2 * i);
  for (size_t j = 0; j < n; ++j) b[j] = valueAt(2 * j + 1);
  return Input(std::move(a), std::move(b));
}

// snippet: uneven-keys
// Even keys in a and odd keys in b again, but each gap is drawn: 2, 4 or 6. Which array is ahead
// wanders, so a search has to go on to its last steps. The generator is a 32-bit LCG, of which only
// the high bits are used: its low bits repeat after few draws.
Input uneven(size_t m, size_t n) {
  uint32_t state = 12345;
  const auto draw = [&state](std::vector<float>& keys, uint32_t firstKey) {
    uint32_t key = firstKey;
    for (float& slot : keys) {
      slot = static_cast<float>(key);
      state = state * 1664525u + 1013904223u;
      key += 2 * (1 + (state >> 16) % 3);
    }
  };
  std::vector<float> a(m), b(n);
  draw(a, 0);
  draw(b, 1);
  return Input(std::move(a), std::move(b));
}
// end snippet: uneven-keys

// snippet: large-values
// Float number `place`, counted upward from 1.0 by bit pattern. The next pattern is the next larger
// float, so even more than 2^24 keys are distinct, sorted and exact.
float floatFromOne(size_t place) {
  constexpr uint32_t kOneBits = 0x3f800000, kInfinityBits = 0x7f800000;
  static_assert(kOneBits + 2 * kLargeA < kInfinityBits, "the keys must stay finite");
  const uint32_t bits = kOneBits + static_cast<uint32_t>(place);
  float value;
  static_assert(sizeof value == sizeof bits, "a float must be 32 bits");
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
// end snippet: large-values

struct Tally {
  int rows = 0;
  int failures = 0;
};

// At least four significant digits and never an exponent: 378.1, 0.03256, 11613.
std::string digits(double positive) {
  const int decimals = std::max(0, 3 - static_cast<int>(std::floor(std::log10(positive))));
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, positive);
  return text;
}

// snippet: traffic
// What no merge can avoid: each key is read once and written once. Searching is not counted.
size_t bytesMoved(size_t outputs) { return 2 * outputs * sizeof(float); }
double gbPerSecond(size_t outputs, double ms) {
  return static_cast<double>(bytesMoved(outputs)) / (ms * 1e6);
}
// end snippet: traffic

double mib(size_t bytes) { return static_cast<double>(bytes) / (size_t{1} << 20); }

// snippet: check
// Runs one row over a poisoned output, compares every element, and only then times it. The poison
// is a NaN as a key and 2^32 - 1 as a split: neither is ever right.
// The comparison is exact, since a merge moves keys and computes none. A relative tolerance of 1e-5
// would pass a split that is 20 places off: near 4,000,000 that is a difference of 5e-6.
template <typename T, typename Launch>
std::optional<double> checkThenTime(const std::string& row, const std::vector<T>& want,
                                    const DeviceArray<T>& out, Tally& tally, Launch launch) {
  CUDA_CHECK(cudaMemset(out.data, 0xff, out.count * sizeof(T)));
  launch();
  const std::vector<T> got = out.toHost();
  for (size_t k = 0; k < want.size(); ++k) {
    if (got[k] == want[k]) continue;
    std::fprintf(stderr, "%s: element %zu: got %.9g, want %.9g\n", row.c_str(), k,
                 static_cast<double>(got[k]), static_cast<double>(want[k]));
    ++tally.failures;
    return std::nullopt;
  }
  const double ms = time_launches_ms(launch);
  if (ms > 0) return ms;
  std::fprintf(stderr, "%s: a time of %g is no measurement\n", row.c_str(), ms);
  ++tally.failures;
  return std::nullopt;
}
// end snippet: check

// The card goes first, so that a run that fails later still says where.
cudaDeviceProp printCard() {
  int device = 0;
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&card, device));
  std::printf("%s, compute capability %d.%d\n", card.name, card.major, card.minor);
  std::printf("%d SMs, %d resident threads each, %d thread slots\n", card.multiProcessorCount,
              card.maxThreadsPerMultiProcessor,
              card.multiProcessorCount * card.maxThreadsPerMultiProcessor);
  std::printf("%.0f MiB of L2 cache\n\n", mib(card.l2CacheSize));
  return card;
}

// snippet: four-elements
// Rank 2 of a = 3 4 and b = 1 2 is cut at i = 0, j = 2: both keys of b come first. One thread, so
// that a search which never ends, as one rounded down would here, holds no more of the card.
void cutFourElements(Tally& tally) {
  const DeviceArray<float> a(std::vector<float>{3, 4}), b(std::vector<float>{1, 2});
  const DeviceArray<uint32_t> split(1);
  cutAt<<<1, 1>>>(2, a.data, 2, b.data, 2, split.data);
  const unsigned i = split.toHost()[0];
  std::printf("four elements: a = 3 4 and b = 1 2 are cut at i = %u, j = %u for rank 2\n\n", i,
              2 - i);
  if (i == 0) return;
  std::fprintf(stderr, "four elements: split: got i = %u, want 0\n", i);
  ++tally.failures;
}
// end snippet: four-elements

// snippet: tie-case
std::vector<Tagged> tag(char side, const std::vector<float>& keys) {
  std::vector<Tagged> tagged;
  for (const float key : keys) tagged.push_back({key, side, static_cast<int>(tagged.size())});
  return tagged;
}

// Equal keys within a, within b and across both. By key alone a 2 is a 2; only the tags show if one
// was written twice and another lost.
void mergeTies(Tally& tally) {
  const std::vector<Tagged> a = tag('a', {1, 1, 2, 3}), b = tag('b', {1, 2, 2, 4});
  const std::vector<Tagged> want = mergeOnHost(a, b);
  const DeviceArray<Tagged> deviceA(a), deviceB(b), out(want.size());
  CUDA_CHECK(cudaMemset(out.data, 0xff, out.count * sizeof(Tagged)));
  mergeTagged<<<1, static_cast<unsigned>(want.size())>>>(1, deviceA.data, a.size(), deviceB.data,
                                                         b.size(), out.data);
  const std::vector<Tagged> got = out.toHost();

  std::printf("ties: 1 1 2 3 merged with 1 2 2 4, one output per thread\n");
  std::printf("thread    i    j  key  from\n");
  std::printf("------  ---  ---  ---  ----\n");
  for (int k = 0; k < static_cast<int>(got.size()); ++k) {
    // Thread k wrote a[i] or b[j] of its split, and i + j = k: one of them gives the other.
    const int i = got[k].side == 'a' ? got[k].place : k - got[k].place;
    std::printf("%-6d  %3d  %3d  %3g  %c[%d]\n", k, i, k - i, got[k].key, got[k].side,
                got[k].place);
    ++tally.rows;
    if (got[k].key == want[k].key && got[k].side == want[k].side && got[k].place == want[k].place) {
      continue;
    }
    std::fprintf(stderr,
                 "ties: wrong order at output %d: got %g from %c[%d], want %g from %c[%d]\n", k,
                 got[k].key, got[k].side, got[k].place, want[k].key, want[k].side, want[k].place);
    ++tally.failures;
  }
  std::printf("\n");
}
// end snippet: tie-case

void printSizes(const char* name, const Input& input, const cudaDeviceProp& card) {
  const size_t bytes = bytesMoved(input.want.size());
  const bool fits = bytes <= static_cast<size_t>(card.l2CacheSize);
  const size_t shorter = std::min(input.a.size(), input.b.size());
  std::printf("%s: %zu keys in a, %zu in b, %zu outputs\n", name, input.a.size(), input.b.size(),
              input.want.size());
  std::printf("%s: %.2f MiB moved, half of it read, half written; %s the %.0f MiB of L2\n", name,
              mib(bytes), fits ? "fits" : "does not fit", mib(card.l2CacheSize));
  std::printf("%s: at most %d steps a search, the bit length of %zu\n\n", name, bitLength(shorter),
              shorter);
}

std::optional<double> mergeInOneThread(const Input& input, Tally& tally) {
  std::printf("one-thread: the whole merge in one thread\n");
  std::printf("kernel          threads  time (ms)      GB/s\n");
  std::printf("--------------  -------  ---------  --------\n");
  const std::optional<double> ms =
      checkThenTime("one-thread", input.want, input.deviceOut, tally, [&] {
        mergeOneThread<<<1, 1>>>(input.deviceA.data, input.a.size(), input.deviceB.data,
                                 input.b.size(), input.deviceOut.data);
      });
  if (ms) {
    std::printf("%-14s  %7d  %9s  %8s\n", "mergeOneThread", 1, digits(*ms).c_str(),
                digits(gbPerSecond(input.want.size(), *ms)).c_str());
    ++tally.rows;
  }
  std::printf("\n");
  return ms;
}

// snippet: launch
unsigned blocksFor(size_t threads) { return static_cast<unsigned>(ceilDiv(threads, kBlock)); }

std::optional<double> timeSlices(const char* table, size_t perThread, const Input& input,
                                 Tally& tally) {
  const std::string row = std::string(table) + "/" + std::to_string(perThread);
  return checkThenTime(row, input.want, input.deviceOut, tally, [&] {
    mergeSlices<<<blocksFor(input.slices(perThread)), kBlock>>>(
        perThread, input.deviceA.data, input.a.size(), input.deviceB.data, input.b.size(),
        input.deviceOut.data);
  });
}
// end snippet: launch

void printSlicesHead(const char* table, const char* about, bool withRatio) {
  std::printf("%s: %s, %d threads per block\n", table, about, kBlock);
  std::printf("outputs per thread   threads  time (ms)      GB/s%s\n",
              withRatio ? "  x one thread" : "");
  std::printf("------------------  --------  ---------  --------%s\n",
              withRatio ? "  ------------" : "");
}

// One row per slice size; with a column against one thread where that was measured.
void mergeInSlices(const char* table, const char* about, const Input& input,
                   std::optional<double> oneThreadMs, Tally& tally) {
  printSlicesHead(table, about, oneThreadMs.has_value());
  for (const size_t perThread : kSliceSizes) {
    const std::optional<double> ms = timeSlices(table, perThread, input, tally);
    if (!ms) continue;
    std::printf("%-18zu  %8zu  %9s  %8s", perThread, input.slices(perThread), digits(*ms).c_str(),
                digits(gbPerSecond(input.want.size(), *ms)).c_str());
    if (oneThreadMs) std::printf("  %12s", digits(*oneThreadMs / *ms).c_str());
    std::printf("\n");
    ++tally.rows;
  }
  std::printf("\n");
}

// snippet: search-check
// No two keys are equal here, so the split at rank k is the number of keys of a below output k.
std::vector<uint32_t> splitsOnHost(const Input& input, size_t perThread, size_t stride) {
  std::vector<uint32_t> bySlice;
  uint32_t split = 0;
  for (size_t first = 0; first < input.want.size(); first += perThread) {
    while (split < input.a.size() && input.a[split] < input.want[first]) ++split;
    bySlice.push_back(split);
  }
  std::vector<uint32_t> byThread(bySlice.size());
  for (size_t thread = 0; thread < byThread.size(); ++thread) {
    byThread[thread] = bySlice[thread * stride % bySlice.size()];
  }
  return byThread;
}
// end snippet: search-check

std::optional<double> timeSearch(size_t perThread, size_t stride, const Input& input,
                                 Tally& tally) {
  const std::string row =
      "search/" + std::to_string(perThread) + ", stride " + std::to_string(stride);
  const std::vector<uint32_t> want = splitsOnHost(input, perThread, stride);
  const DeviceArray<uint32_t> splits(want.size());
  return checkThenTime(row, want, splits, tally, [&] {
    searchOnly<<<blocksFor(want.size()), kBlock>>>(perThread, stride, input.deviceA.data,
                                                   input.a.size(), input.deviceB.data,
                                                   input.b.size(), splits.data);
  });
}

void searchWithoutMerging(const Input& input, Tally& tally) {
  std::printf(
      "search: the searches on uneven keys, neighbouring slices together in a warp or apart\n"
      "outputs per thread   threads  together time (ms)  apart time (ms)  apart/together\n"
      "------------------  --------  ------------------  ---------------  --------------\n");
  for (const size_t perThread : kSliceSizes) {
    const auto together = timeSearch(perThread, 1, input, tally);
    const auto apart = timeSearch(perThread, kApart, input, tally);
    if (!together || !apart) continue;
    std::printf("%-18zu  %8zu  %18s  %15s  %14s\n", perThread, input.slices(perThread),
                digits(*together).c_str(), digits(*apart).c_str(),
                digits(*apart / *together).c_str());
    ++tally.rows;
  }
  std::printf("\n");
}

void mergeBeyondL2(const cudaDeviceProp& card, Tally& tally) {
  constexpr size_t kOutputs = kLargeA + kLargeB;
  const char* const table = "beyond-l2";
  const char* const about = "the slices on the large input";
  size_t freeBytes = 0, totalBytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&freeBytes, &totalBytes));
  if (freeBytes >= bytesMoved(kOutputs)) {
    const Input input = alternating(kLargeA, kLargeB, floatFromOne);
    printSizes("large input", input, card);
    mergeInSlices(table, about, input, std::nullopt, tally);
    return;
  }
  printSlicesHead(table, about, false);
  for (const size_t perThread : kSliceSizes) {
    std::printf("%-18zu  %8zu  %9s  skipped: needs %.2f GiB\n", perThread,
                ceilDiv(kOutputs, perThread), "-", mib(bytesMoved(kOutputs)) / 1024);
    ++tally.rows;
  }
  std::printf("\n");
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);  // line by line: a killed run keeps what it said
  const cudaDeviceProp card = printCard();
  Tally tally;
  cutFourElements(tally);
  mergeTies(tally);
  {
    const Input input = alternating(kA, kB, [](size_t place) { return static_cast<float>(place); });
    printSizes("main input", input, card);
    const std::optional<double> oneThreadMs = mergeInOneThread(input, tally);
    mergeInSlices("slices", "merge by co-rank", input, oneThreadMs, tally);
  }
  {
    const Input input = uneven(kA, kB);
    printSizes("uneven input", input, card);
    mergeInSlices("uneven", "the slices on keys with uneven gaps", input, std::nullopt, tally);
    searchWithoutMerging(input, tally);
  }
  mergeBeyondL2(card, tally);

  if (tally.rows != kRowsExpected) {
    std::fprintf(stderr, "rows: got %d, want %d\n", tally.rows, kRowsExpected);
    ++tally.failures;
  }
  if (tally.failures != 0) {
    std::fprintf(stderr, "checks failed: %d\n", tally.failures);
    return EXIT_FAILURE;
  }
  std::printf(
      "Every row was checked before it was timed: all its outputs, exactly, against the host's\n"
      "merge; the ties also by origin. A time is the mean of %d launches, copies to and from the\n"
      "host left out. GB/s counts each key read once and written once.\n",
      kTimedRuns);
  return EXIT_SUCCESS;
}
