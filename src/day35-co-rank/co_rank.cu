// Day 35: co-rank and the basic parallel merge. Where must a thread start reading when it is to
// write outputs k, k + 1, k + 2 ... of a merge, and nobody has merged anything before it?
//
//   trace, bounds    the search for one rank, every move of its markers, run on the card
//   threads          nine outputs shared by three threads: what each finds and then merges
//   addresses        what those threads touch first, which is why their accesses do not coalesce
//   steps            how many moves the search needs, over every rank of small and large inputs
//   large            the same kernel with one thread, one warp, one block and 1024 blocks
//   beyond-l2        the same kernel on inputs larger than the L2, against a copy
//
// What it does not do: no shared memory, no tiles (day 37), no tuning of the outputs per thread
// (day 36). It is the kernel that those days improve, so its faults are left in and measured.
//
//   nvcc -std=c++17 -O3 -arch=sm_90 -o co_rank co_rank.cu && ./co_rank
//   nvcc -std=c++17 -O3 -arch=native -o co_rank co_rank.cu           (the card in your machine)
//   nvcc -std=c++17 -O3 -arch=native -DSMALL -o co_rank co_rank.cu
//                    (small inputs, for compute-sanitizer; its times mean nothing)
//
// Memory: 512 MiB on the card for beyond-l2 (its rows are skipped where that does not fit), 16 MiB
// for the rest; 1 GiB on the host.

#include <cuda_runtime.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
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
constexpr size_t kLarge = 1024;
constexpr size_t kBeyondL2 = 8192;
#else
constexpr size_t kLarge = size_t{1} << 20;     // in and out 16 MiB: inside the L2 of a large card
constexpr size_t kBeyondL2 = size_t{1} << 25;  // in and out 512 MiB: beyond any L2
#endif
constexpr size_t kExtra = 611;  // a is longer than b by this: unequal lengths, an odd total

constexpr unsigned kThreads = 256;  // per block; 1024 blocks of them make 262,144 threads
constexpr unsigned kBlocks = 1024;
constexpr size_t kGrid = size_t{kBlocks} * kThreads;

static_assert(kThreads % 32 == 0, "a block must be whole warps");
static_assert((2 * kLarge + kExtra) % kGrid != 0 && (2 * kBeyondL2 + kExtra) % kGrid != 0,
              "the outputs must not divide evenly, or the clamp is never needed");
static_assert(3 * (kBeyondL2 + kExtra) <= INT_MAX, "the largest key must fit an int");
static_assert(2 * kLarge + kExtra <= UINT_MAX, "a rank of the large input must fit an unsigned");
// end snippet: sizes

__host__ __device__ constexpr size_t smaller(size_t x, size_t y) { return x < y ? x : y; }

// snippet: split
// A split of rank k: the first k outputs of the merge are the first i of a and the first j of b.
struct Split {
  size_t i, j;
};
// end snippet: split

// snippet: co-rank
// Finds the split of rank k in the stable merge of a[0 .. m) and b[0 .. n).
// Assumes: both sorted, k <= m + n. `Array` is anything with []: a pointer, or a checking array.
// Per thread: at most as many moves as min(m, n) has bits; every pass compares two pairs at most,
//   read where the inputs stand: in this program's kernels, global memory.
// Result: i and j = k - i with a[i-1] <= b[j] and b[j-1] < a[i], where those elements exist.
template <typename Array, typename Watch>
__host__ __device__ Split co_rank(size_t k, Array a, size_t m, Array b, size_t n, Watch watch) {
  // snippet: start
  size_t i = smaller(k, m);          // as much of a as there can be ...
  size_t j = k - i;                  // ... and the rest of b
  size_t i_low = k > n ? k - n : 0;  // fewer of a would take more of b than it has
  size_t j_low = k > m ? k - m : 0;  // fewer of b would take more of a than it has
  // end snippet: start
  for (;;) {
    watch(i_low, i, j, j_low);
    if (i > 0 && j < n && a[i - 1] > b[j]) {
      // snippet: too-many-a
      // b[j] must come before a[i-1], but is not taken: too many of a. Half the way back to i_low.
      const size_t delta = (i - i_low + 1) / 2;  // the ceiling: at least one
      j_low = j;                                 // the answer has more of b than this
      j += delta;
      i -= delta;
      // end snippet: too-many-a
    } else if (j > 0 && i < m && b[j - 1] >= a[i]) {
      // snippet: too-many-b
      // a[i] must come before b[j-1], also when equal, but is not taken: too many of b.
      const size_t delta = (j - j_low + 1) / 2;
      i_low = i;  // the answer has more of a than this
      i += delta;
      j -= delta;
      // end snippet: too-many-b
    } else {
      return {i, j};  // neither side is wrong: this pass accepts and moves nothing
    }
  }
}
// end snippet: co-rank

// snippet: merge
// Merges a[i .. i_end) and b[j .. j_end) into c from c[k] on, one output at a time; of two equal
// keys that of a comes first.
// Per thread: a read of each array and a write of c per output, all in places of its own.
template <typename Array, typename Out>
__host__ __device__ void merge(Array a, size_t i, size_t i_end, Array b, size_t j, size_t j_end,
                               Out c, size_t k) {
  while (i < i_end && j < j_end) {
    if (a[i] <= b[j]) {
      c[k++] = a[i++];
    } else {
      c[k++] = b[j++];
    }
  }
  while (i < i_end) c[k++] = a[i++];
  while (j < j_end) c[k++] = b[j++];
}
// end snippet: merge

// snippet: find-slice
// The outputs k .. k_end of one thread, and where they begin and end in a and b.
struct Slice {
  size_t k, k_end;
  Split from, to;
};

struct Unwatched {
  __host__ __device__ void operator()(size_t, size_t, size_t, size_t) const {}
};

// Cuts the m + n outputs into equal slices, one a thread, and searches for both ends of this one.
// Result: slices that cover every output once; those past the last output are empty.
template <typename Array>
__host__ __device__ Slice find_slice(size_t thread, size_t threads, Array a, size_t m, Array b,
                                     size_t n) {
  // An integer ceiling: 67,109,475 outputs are no float (the nearest is 67,109,472).
  const size_t outputs = (m + n + threads - 1) / threads;
  const size_t k = smaller(thread * outputs, m + n);
  const size_t k_end = smaller(k + outputs, m + n);  // the last slice may be short, or empty
  return {k, k_end, co_rank(k, a, m, b, n, Unwatched{}), co_rank(k_end, a, m, b, n, Unwatched{})};
}
// end snippet: find-slice

// snippet: merge-slices
// Merges a[0 .. m) and b[0 .. n) into c, one slice of equal length a thread.
// Launch: any number of blocks and threads, also <<<1, 1>>>: the slices follow from the grid.
// Per thread: two searches in global memory, then ceil((m + n) / threads) outputs, merged in order.
//   No thread waits for another: no barrier, no shared memory.
// Per warp: neighbouring lanes read and write a whole slice apart, so one access of a warp touches
//   up to 32 sectors of 32 bytes and uses 4 bytes of each. The searches diverge: every lane moves
//   its own markers.
// Result: all of c, stable.
// Memory: 4 bytes read and 4 written per output, the searches on top.
__global__ void merge_slices(const int* a, size_t m, const int* b, size_t n, int* c) {
  const size_t thread = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  const Slice s = find_slice(thread, threads, a, m, b, n);
  merge(a, s.from.i, s.to.i, b, s.from.j, s.to.j, c, s.k);
}
// end snippet: merge-slices

// snippet: watched
// What was done to one array: the first index touched, and the first one outside the array.
struct Access {
  bool touched = false, strayed = false;
  size_t first = 0, stray = 0;
  int spare = INT_MAX;  // stands in for an element that does not exist
};

// An array that checks every index before it is used. Nothing outside the array is ever touched, so
// a wrong search ends with a message instead of a neighbour's bytes. The timed kernel runs the same
// co_rank and merge on plain pointers.
template <typename T>
struct Watched {
  T* data;
  size_t length;
  Access* access;

  __host__ __device__ T& operator[](size_t index) const {
    if (!access->touched) access->first = index;
    access->touched = true;
    if (index < length) return data[index];
    if (!access->strayed) access->stray = index;
    access->strayed = true;
    return access->spare;
  }
};
// end snippet: watched

// The markers of a search at one pass.
struct Markers {
  size_t i_low, i, j, j_low;
};

// A search as it went. Moves are passes less one: the last pass accepts and moves nothing.
constexpr unsigned kKeptPasses = 16;
struct Search {
  Markers pass[kKeptPasses] = {};
  unsigned passes = 0;
  Split split = {};
  Access a, b;
};

struct Recorder {
  Search* search;
  __host__ __device__ void operator()(size_t i_low, size_t i, size_t j, size_t j_low) const {
    if (search->passes < kKeptPasses) search->pass[search->passes] = {i_low, i, j, j_low};
    ++search->passes;
  }
};

// One search, recorded and with every index checked; the same on the host and on the card.
__host__ __device__ inline void search_watched(size_t k, const int* a, size_t m, const int* b,
                                               size_t n, Search* search) {
  const Watched<const int> watched_a{a, m, &search->a};
  const Watched<const int> watched_b{b, n, &search->b};
  search->split = co_rank(k, watched_a, m, watched_b, n, Recorder{search});
}

// Launch: <<<1, 1>>>.
// Result: *search, for the split of rank k.
__global__ void search_once(size_t k, const int* a, size_t m, const int* b, size_t n,
                            Search* search) {
  search_watched(k, a, m, b, n, search);
}

// What one thread of watch_slices found and touched.
struct ThreadNotes {
  Slice slice = {};
  Access search_a, search_b;  // by the two searches
  Access a, b, c;             // by the merge
};

// merge_slices with every index checked: the same find_slice, the same merge.
// Result: c, and notes[t] for every thread t of the grid.
__global__ void watch_slices(const int* a, size_t m, const int* b, size_t n, int* c,
                             ThreadNotes* notes) {
  const size_t thread = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const size_t threads = size_t{gridDim.x} * blockDim.x;
  ThreadNotes& mine = notes[thread];
  const Slice s = find_slice(thread, threads, Watched<const int>{a, m, &mine.search_a}, m,
                             Watched<const int>{b, n, &mine.search_b}, n);
  merge(Watched<const int>{a, m, &mine.a}, s.from.i, s.to.i, Watched<const int>{b, n, &mine.b},
        s.from.j, s.to.j, Watched<int>{c, m + n, &mine.c}, s.k);
  mine.slice = s;
}

// snippet: every-rank
// Finds the split of every rank from 0 to m + n, and the most moves any of them needed.
// Launch: at least m + n + 1 threads. *most_moves is 0 before.
// Per thread: one search, for the rank that is its number; the pass that accepts is not a move.
// Result: i_of[k] for every k <= m + n, and *most_moves.
struct CountPasses {
  unsigned* passes;
  __host__ __device__ void operator()(size_t, size_t, size_t, size_t) const { ++*passes; }
};

__global__ void find_every_rank(const int* a, size_t m, const int* b, size_t n, unsigned* i_of,
                                unsigned* most_moves) {
  const size_t k = size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (k > m + n) return;  // no such rank, and no barrier waits for this thread
  unsigned passes = 0;
  i_of[k] = static_cast<unsigned>(co_rank(k, a, m, b, n, CountPasses{&passes}).i);
  atomicMax(most_moves, passes - 1);
}
// end snippet: every-rank

// ---------------------------------------------------------------------------------------------
// The host: inputs, the reference, and what is compared with it.

using Keys = std::vector<int>;

// snippet: inputs
// Sorted keys with many equal ones: each is 0, 1, 2 or 3 above the one before it, by the two high
// bits of a fixed generator (its low bits repeat after a few draws).
Keys sorted_keys(size_t length, uint32_t state) {
  Keys keys(length);
  int key = 0;
  for (int& slot : keys) {
    state = state * 1664525u + 1013904223u;
    key += static_cast<int>(state >> 30);
    slot = key;
  }
  return keys;
}
// end snippet: inputs

// snippet: reference
// The merge by the standard library (of equal keys, those of a first), and the split of every rank
// by counting what a merge takes.
Keys merged(const Keys& a, const Keys& b) {
  Keys c(a.size() + b.size());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());
  return c;
}

std::vector<unsigned> splits(const Keys& a, const Keys& b) {
  std::vector<unsigned> i_of = {0};  // rank 0 takes nothing of a
  size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i] <= b[j])) {
      ++i;
    } else {
      ++j;
    }
    i_of.push_back(static_cast<unsigned>(i));
  }
  return i_of;
}

constexpr unsigned bit_length(size_t value) {
  unsigned bits = 0;
  for (; value != 0; value >>= 1) ++bits;
  return bits;
}
// end snippet: reference

std::string text(const Keys& keys) {
  std::string words;
  for (int key : keys) words += (words.empty() ? "" : " ") + std::to_string(key);
  return words;
}

std::string brackets(const Split& split) {
  return "(" + std::to_string(split.i) + "," + std::to_string(split.j) + ")";
}

// Reports an index outside its array; true when there was one.
bool strayed(const Access& access, const char* verb, char name, size_t length, const char* who) {
  if (!access.strayed) return false;
  std::fprintf(stderr, "%s %s %c[%zu], outside %c (length %zu)\n", who, verb, name, access.stray,
               name, length);
  return true;
}

// snippet: search-is-right
// A recorded search is right when it stayed inside both arrays, found the split that the reference
// counted, and needed no more moves than the shorter input has bits.
bool search_is_right(const Search& search, size_t k, unsigned want_i, const Keys& a,
                     const Keys& b) {
  const std::string who =
      "co_rank(" + std::to_string(k) + ") of A = " + text(a) + ", B = " + text(b);
  if (strayed(search.a, "reads", 'A', a.size(), who.c_str())) return false;
  if (strayed(search.b, "reads", 'B', b.size(), who.c_str())) return false;
  if (search.split.i != want_i || search.split.j != k - want_i) {
    std::fprintf(stderr, "%s: got %s, want %s\n", who.c_str(), brackets(search.split).c_str(),
                 brackets({want_i, k - want_i}).c_str());
    return false;
  }
  const unsigned limit = bit_length(smaller(a.size(), b.size()));
  if (search.passes - 1 > limit) {
    std::fprintf(stderr, "%s: %u moves, want at most %u\n", who.c_str(), search.passes - 1, limit);
    return false;
  }
  return true;
}
// end snippet: search-is-right

// The first element of two arrays that differs, reported; true when none does.
bool same(const char* what, const Keys& got, const Keys& want) {
  for (size_t k = 0; k < want.size(); ++k) {
    if (got[k] == want[k]) continue;
    std::fprintf(stderr, "%s: element %zu is %d, want %d\n", what, k, got[k], want[k]);
    return false;
  }
  return true;
}

// Both inputs one behind the other in one allocation, so that one copy moves as many bytes as a
// merge, and the output.
struct OnCard {
  size_t m, n;
  int* a = nullptr;
  int* b = nullptr;
  int* c = nullptr;

  OnCard(const Keys& host_a, const Keys& host_b) : m(host_a.size()), n(host_b.size()) {
    CUDA_CHECK(cudaMalloc(&a, bytes()));
    CUDA_CHECK(cudaMalloc(&c, bytes()));
    b = a + m;
    CUDA_CHECK(cudaMemcpy(a, host_a.data(), m * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(b, host_b.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  }
  OnCard(const OnCard&) = delete;
  OnCard& operator=(const OnCard&) = delete;
  ~OnCard() {
    CUDA_CHECK(cudaFree(a));
    CUDA_CHECK(cudaFree(c));
  }

  size_t bytes() const { return (m + n) * sizeof(int); }

  // No key is negative, so an output that was not written is seen.
  void poison_output() const { CUDA_CHECK(cudaMemset(c, 0xff, bytes())); }

  Keys output() const {
    Keys host(m + n);
    CUDA_CHECK(cudaMemcpy(host.data(), c, bytes(), cudaMemcpyDeviceToHost));
    return host;
  }
};

// Runs something on the card with a piece of memory that the host fills before and reads after.
template <typename T, typename Launch>
void on_card(std::vector<T>& values, Launch launch) {
  T* device = nullptr;
  const size_t bytes = values.size() * sizeof(T);
  CUDA_CHECK(cudaMalloc(&device, bytes));
  CUDA_CHECK(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice));
  launch(device);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(values.data(), device, bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(device));
}

// Failures so far; a table that is short of rows counts as one.
int failures = 0;

void close_table(const char* name, size_t rows, size_t expected) {
  std::printf("\n");
  if (rows == expected) return;
  std::fprintf(stderr, "%s: %zu rows, the lesson's table has %zu\n", name, rows, expected);
  ++failures;
}

// ---------------------------------------------------------------------------------------------
// trace and bounds: one search each.

std::string element(char name, const Keys& keys, size_t index) {
  const std::string place = std::string(1, name) + "[" + std::to_string(index) + "]";
  return place + (index < keys.size() ? " = " + std::to_string(keys[index]) : " (no such element)");
}

// What a pass compared, and what followed from it.
std::string why(const Markers& now, const Markers* next, const Keys& a, const Keys& b) {
  if (next != nullptr && next->i < now.i) {
    return element('A', a, now.i - 1) + " > " + element('B', b, now.j) + ": " +
           std::to_string(now.i - next->i) + " fewer of A";
  }
  if (next != nullptr) {
    return element('B', b, now.j - 1) + " >= " + element('A', a, now.i) + ": " +
           std::to_string(now.j - next->j) + " fewer of B";
  }
  std::string reasons;
  if (now.i > 0 && now.j < b.size()) {
    reasons = element('A', a, now.i - 1) + " <= " + element('B', b, now.j);
  }
  if (now.j > 0 && now.i < a.size()) {
    reasons += (reasons.empty() ? "" : " and ") + element('B', b, now.j - 1) + " < " +
               element('A', a, now.i);
  }
  return "found: " + (reasons.empty() ? "nothing to compare" : reasons);
}

// Searches once on the card, prints the markers of every pass and compares them with `want`.
void print_search(const char* name, size_t k, const Keys& a, const Keys& b,
                  const std::vector<Markers>& want) {
  const OnCard card(a, b);
  std::vector<Search> searches(1);
  on_card(searches, [&](Search* search) {
    search_once<<<1, 1>>>(k, card.a, card.m, card.b, card.n, search);
  });
  const Search& search = searches[0];

  std::printf("%s: co-rank of %zu in A = %s and B = %s\n", name, k, text(a).c_str(),
              text(b).c_str());
  std::printf("step  i_low  i  j  j_low  why\n");
  std::printf("----  -----  -  -  -----  -----------------------------------------------------\n");
  const size_t rows = std::min(search.passes, kKeptPasses);
  for (size_t step = 0; step < rows; ++step) {
    const Markers& now = search.pass[step];
    const Markers* next = step + 1 < rows ? &search.pass[step + 1] : nullptr;
    std::printf("%4zu  %5zu  %zu  %zu  %5zu  %s\n", step, now.i_low, now.i, now.j, now.j_low,
                why(now, next, a, b).c_str());
    const Markers& w = want[std::min(step, want.size() - 1)];
    if (now.i_low != w.i_low || now.i != w.i || now.j != w.j || now.j_low != w.j_low) {
      std::fprintf(stderr, "%s: step %zu is (%zu, %zu, %zu, %zu), want (%zu, %zu, %zu, %zu)\n",
                   name, step, now.i_low, now.i, now.j, now.j_low, w.i_low, w.i, w.j, w.j_low);
      ++failures;
    }
  }
  close_table(name, rows, want.size());
  if (!search_is_right(search, k, splits(a, b)[k], a, b)) ++failures;
}

// ---------------------------------------------------------------------------------------------
// threads and addresses: a whole merge, watched.

std::string place(char name, const Access& access) {
  if (!access.touched) return "none";
  return std::string(1, name) + "[" + std::to_string(access.first) + "]";
}

// One end of a slice against the split that the reference counted for its rank.
bool end_is_right(const std::string& who, size_t k, const Split& got,
                  const std::vector<unsigned>& i_of) {
  if (k < i_of.size() && got.i == i_of[k] && got.j == k - i_of[k]) return true;
  std::fprintf(stderr, "%s: rank %zu splits at %s", who.c_str(), k, brackets(got).c_str());
  if (k < i_of.size()) {
    std::fprintf(stderr, ", want %s\n", brackets({i_of[k], k - i_of[k]}).c_str());
  } else {
    std::fprintf(stderr, ", but the last rank is %zu\n", i_of.size() - 1);
  }
  return false;
}

// The nine outputs by `threads` threads; every slice, index and output checked.
std::vector<ThreadNotes> watch_merge(const OnCard& card, unsigned threads, const Keys& a,
                                     const Keys& b) {
  std::vector<ThreadNotes> notes(threads);
  card.poison_output();
  on_card(notes, [&](ThreadNotes* device) {
    watch_slices<<<1, threads>>>(card.a, card.m, card.b, card.n, card.c, device);
  });

  const std::vector<unsigned> i_of = splits(a, b);
  const size_t total = a.size() + b.size();
  for (unsigned t = 0; t < threads; ++t) {
    const ThreadNotes& n = notes[t];
    const std::string who = "thread " + std::to_string(t) + " of " + std::to_string(threads);
    if (strayed(n.search_a, "searching reads", 'A', a.size(), who.c_str()) ||
        strayed(n.search_b, "searching reads", 'B', b.size(), who.c_str()) ||
        strayed(n.a, "merging reads", 'A', a.size(), who.c_str()) ||
        strayed(n.b, "merging reads", 'B', b.size(), who.c_str()) ||
        strayed(n.c, "merging writes", 'C', total, who.c_str())) {
      ++failures;
      continue;
    }
    if (!end_is_right(who, n.slice.k, n.slice.from, i_of)) ++failures;
    if (!end_is_right(who, n.slice.k_end, n.slice.to, i_of)) ++failures;
  }
  if (!same(("merge by " + std::to_string(threads) + " threads").c_str(), card.output(),
            merged(a, b))) {
    ++failures;
  }
  return notes;
}

// What three threads find, call and touch first; then the same merge by 1 to 12 threads.
void print_threads(const OnCard& card, const Keys& a, const Keys& b) {
  const std::vector<ThreadNotes> notes = watch_merge(card, 3, a, b);

  std::printf("threads: the %zu outputs by 3 threads\n", a.size() + b.size());
  std::printf("thread  k range  from   to     call\n");
  std::printf("------  -------  -----  -----  ------------------------------\n");
  for (size_t t = 0; t < notes.size(); ++t) {
    const Slice& s = notes[t].slice;
    const std::string ranks = std::to_string(s.k) + ".." + std::to_string(s.k_end);
    std::printf("%6zu  %-7s  %-5s  %-5s  merge(a, %zu, %zu, b, %zu, %zu, c, %zu)\n", t,
                ranks.c_str(), brackets(s.from).c_str(), brackets(s.to).c_str(), s.from.i, s.to.i,
                s.from.j, s.to.j, s.k);
  }
  close_table("threads", notes.size(), 3);

  std::printf("addresses: the first output of each thread\n");
  std::printf("thread  reads A  reads B  writes C\n");
  std::printf("------  -------  -------  --------\n");
  for (size_t t = 0; t < notes.size(); ++t) {
    std::printf("%6zu  %-7s  %-7s  %s\n", t, place('A', notes[t].a).c_str(),
                place('B', notes[t].b).c_str(), place('C', notes[t].c).c_str());
  }
  close_table("addresses", notes.size(), 3);

  // With 4 threads the last has an empty slice, with 12 the last three have: the clamps at work.
  for (unsigned threads = 1; threads <= 12; ++threads) watch_merge(card, threads, a, b);
}

// ---------------------------------------------------------------------------------------------
// Every rank of every small input, on the host: co_rank is the same text there.

// All sorted arrays of up to `longest` keys from 0 to `largest`, shorter ones first.
std::vector<Keys> all_sorted_arrays(size_t longest, int largest) {
  std::vector<Keys> arrays = {{}};
  for (size_t at = 0; at < arrays.size(); ++at) {
    const Keys shorter = arrays[at];
    if (shorter.size() == longest) continue;
    for (int key = shorter.empty() ? 0 : shorter.back(); key <= largest; ++key) {
      arrays.push_back(shorter);
      arrays.back().push_back(key);
    }
  }
  return arrays;
}

// snippet: small-inputs
// Two arrays of up to six keys out of 0 to 3, in every combination: every pattern of equal keys and
// of empty inputs that so few keys can show, at every rank. Stops at the first wrong search.
void check_small_inputs() {
  const std::vector<Keys> arrays = all_sorted_arrays(6, 3);
  size_t ranks = 0;
  for (const Keys& a : arrays) {
    for (const Keys& b : arrays) {
      const std::vector<unsigned> i_of = splits(a, b);
      for (size_t k = 0; k < i_of.size(); ++k) {
        Search search;
        search_watched(k, a.data(), a.size(), b.data(), b.size(), &search);
        if (!search_is_right(search, k, i_of[k], a, b)) {
          ++failures;
          return;
        }
        ++ranks;
      }
    }
  }
  std::printf("small inputs: %zu pairs of sorted arrays, %zu ranks, every search right\n\n",
              arrays.size() * arrays.size(), ranks);
}
// end snippet: small-inputs

// ---------------------------------------------------------------------------------------------
// steps: the moves of every rank, on the card.

// One row: every rank of two inputs, each split compared. Returns the rows printed, 0 or 1.
size_t print_steps_row(const char* name, const Keys& a, const Keys& b) {
  const OnCard card(a, b);
  const size_t ranks = a.size() + b.size() + 1;
  const auto blocks = static_cast<unsigned>((ranks + kThreads - 1) / kThreads);
  std::vector<unsigned> i_of(ranks, UINT_MAX);
  std::vector<unsigned> most_moves = {0};
  on_card(i_of, [&](unsigned* device_i_of) {
    on_card(most_moves, [&](unsigned* device_most) {
      find_every_rank<<<blocks, kThreads>>>(card.a, card.m, card.b, card.n, device_i_of,
                                            device_most);
    });
  });

  const std::vector<unsigned> want = splits(a, b);
  for (size_t k = 0; k < ranks; ++k) {
    if (i_of[k] == want[k]) continue;
    std::fprintf(stderr, "steps, %s: rank %zu has i = %u, want %u\n", name, k, i_of[k], want[k]);
    ++failures;
    return 0;
  }
  const unsigned limit = bit_length(smaller(a.size(), b.size()));
  if (most_moves[0] > limit) {
    std::fprintf(stderr, "steps, %s: %u moves, want at most %u\n", name, most_moves[0], limit);
    ++failures;
  }
  std::printf("%-19s  %7zu  %7zu  %10u  %11u  %11u\n", name, a.size(), b.size(), most_moves[0],
              limit, bit_length(std::max(a.size(), b.size())));
  return 1;
}

void print_steps(const Keys& nine_a, const Keys& nine_b, const Keys& a, const Keys& b) {
  const auto middle = [&](size_t length) {
    const auto from = b.begin() + static_cast<std::ptrdiff_t>(b.size() / 2);
    return Keys(from, from + static_cast<std::ptrdiff_t>(length));
  };
  std::printf("steps: the most moves that any rank needs\n");
  std::printf("input                      m        n  most moves  bits of min  bits of max\n");
  std::printf("-------------------  -------  -------  ----------  -----------  -----------\n");
  size_t rows = print_steps_row("nine numbers", nine_a, nine_b);
  rows += print_steps_row("large", a, b);
  rows += print_steps_row("large against 500", a, middle(500));
  rows += print_steps_row("large against one", a, middle(1));
  close_table("steps", rows, 4);
}

// ---------------------------------------------------------------------------------------------
// large and beyond-l2: the kernel timed.

// snippet: bytes-moved
// The traffic nobody can avoid, and the only one that GB/s counts: every key of a and b read once,
// every key of c written once. What the searches read comes on top and earns nothing.
double gigabytes_per_second(const OnCard& card, double milliseconds) {
  return 2.0 * static_cast<double>(card.bytes()) / milliseconds / 1e6;
}
// end snippet: bytes-moved

// Runs `launch` once over a poisoned output and compares everything, then times it. 0 when wrong.
template <typename Launch>
double checked_time_ms(const char* what, const OnCard& card, const Keys& want, Launch launch) {
  card.poison_output();
  launch();
  CUDA_CHECK(cudaGetLastError());
  double milliseconds = 0.0;
  if (same(what, card.output(), want)) milliseconds = time_launches_ms(launch);
  if (milliseconds <= 0.0) ++failures;
  return milliseconds;
}

// One kernel, four launches. Everything but the launch is the same in all rows.
void print_large(const Keys& a, const Keys& b) {
  struct Row {
    const char* launch;
    unsigned blocks, threads;
  };
  const Row rows[] = {
      {"one thread", 1, 1},
      {"one warp", 1, 32},
      {"one block", 1, kThreads},
      {"1024 blocks", kBlocks, kThreads},
  };

  const OnCard card(a, b);
  const Keys want = merged(a, b);
  std::printf("large: one kernel at %zu outputs, and how much faster than its one thread\n",
              want.size());
  std::printf("launch       threads  outputs each   time (ms)      GB/s  x one thread\n");
  std::printf("-----------  -------  ------------  ----------  --------  ------------\n");
  size_t printed = 0;
  double one_thread_ms = 0.0;
  for (const Row& row : rows) {
    const double ms = checked_time_ms(row.launch, card, want, [&] {
      merge_slices<<<row.blocks, row.threads>>>(card.a, card.m, card.b, card.n, card.c);
    });
    if (printed == 0) one_thread_ms = ms;
    if (ms <= 0.0) continue;
    const size_t threads = size_t{row.blocks} * row.threads;
    std::printf("%-11s  %7zu  %12zu  %10.5f  %#8.5g  %#12.5g\n", row.launch, threads,
                (want.size() + threads - 1) / threads, ms, gigabytes_per_second(card, ms),
                one_thread_ms / ms);
    ++printed;
  }
  close_table("large", printed, 4);
}

// The widest launch once more, where no cache can hold the data, beside a copy of as many bytes.
void print_beyond_l2() {
  const size_t m = kBeyondL2 + kExtra, n = kBeyondL2;
  std::printf("beyond-l2: the same kernel at %zu outputs, and how much slower than a copy\n",
              m + n);
  std::printf("what         outputs each   time (ms)      GB/s  vs copy\n");
  std::printf("-----------  ------------  ----------  --------  -------\n");
  const char* names[] = {"copy", "1024 blocks"};

  size_t free_bytes = 0, all_bytes = 0;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
  const size_t needed = 2 * (m + n) * sizeof(int);
  if (needed > free_bytes) {
    for (const char* name : names) {
      std::printf("%-11s  skipped: needs %.2f GiB\n", name, needed / 1073741824.0);
    }
    close_table("beyond-l2", 2, 2);
    return;
  }

  const Keys a = sorted_keys(m, 3), b = sorted_keys(n, 4);
  const OnCard card(a, b);
  Keys both = a;
  both.insert(both.end(), b.begin(), b.end());
  const double times[] = {
      checked_time_ms(names[0], card, both,
                      [&] {
                        CUDA_CHECK(cudaMemcpyAsync(card.c, card.a, card.bytes(),
                                                   cudaMemcpyDeviceToDevice));
                      }),
      checked_time_ms(
          names[1], card, merged(a, b),
          [&] { merge_slices<<<kBlocks, kThreads>>>(card.a, card.m, card.b, card.n, card.c); }),
  };
  const std::string each[] = {"none", std::to_string((m + n + kGrid - 1) / kGrid)};
  size_t printed = 0;
  for (size_t r = 0; r < 2; ++r) {
    if (times[r] <= 0.0) continue;
    std::printf("%-11s  %12s  %10.5f  %#8.5g  %7.4f\n", names[r], each[r].c_str(), times[r],
                gigabytes_per_second(card, times[r]), times[r] / times[0]);
    ++printed;
  }
  close_table("beyond-l2", printed, 2);
}

// The card first, before anything can fail, then the sizes of the timed inputs.
void print_facts() {
  cudaDeviceProp card{};
  CUDA_CHECK(cudaGetDeviceProperties(&card, 0));
  std::printf("card: %s, compute capability %d.%d\n", card.name, card.major, card.minor);
  std::printf("%d SMs, L2 cache of %.1f MiB\n", card.multiProcessorCount,
              card.l2CacheSize / 1048576.0);
  const auto print_inputs = [&](const char* table, size_t n) {
    const size_t bytes = 2 * (2 * n + kExtra) * sizeof(int);
    std::printf("inputs of %s: %zu and %zu keys, %zu bytes in and out, %s the L2\n", table,
                n + kExtra, n, bytes,
                bytes <= static_cast<size_t>(card.l2CacheSize) ? "inside" : "larger than");
  };
  print_inputs("large", kLarge);
  print_inputs("beyond-l2", kBeyondL2);
  std::printf("\n");
}

int main() {
  print_facts();

  const Keys a = {1, 7, 8, 9, 10}, b = {7, 10, 10, 12};
  // snippet: by-hand
  // Two searches worked by hand, as (i_low, i, j, j_low) at each pass.
  print_search("trace", 3, a, b, {{0, 3, 0, 0}, {0, 1, 2, 0}, {1, 2, 1, 0}});
  print_search("bounds", 3, {6, 28, 30}, {9}, {{2, 3, 0, 0}, {2, 2, 1, 0}});
  // end snippet: by-hand
  print_threads(OnCard(a, b), a, b);
  check_small_inputs();

  // A search that is wrong could read anywhere in the large inputs, so it is not let near them.
  if (failures == 0) {
    const Keys large_a = sorted_keys(kLarge + kExtra, 1), large_b = sorted_keys(kLarge, 2);
    print_steps(a, b, large_a, large_b);
    print_large(large_a, large_b);
    print_beyond_l2();
    std::printf(
        "Before each timing, every output was compared with the standard library's merge.\n");
    std::printf("The splits were compared at every rank of the inputs in the table of steps.\n");
  } else {
    std::fprintf(stderr, "nothing was timed: the small cases above must hold first\n");
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
