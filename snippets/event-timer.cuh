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
