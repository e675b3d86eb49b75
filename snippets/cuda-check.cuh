// CUDA_CHECK(call) ends the program when a CUDA call fails: file, line, the call and CUDA's own
// words go to standard error. A function does the work, so the macro is one expression: it is safe
// as the whole body of an unbraced `if` and brings no local name that could collide with yours.
inline void cuda_check(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}
#define CUDA_CHECK(call) cuda_check((call), #call, __FILE__, __LINE__)
