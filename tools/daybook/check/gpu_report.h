// What nvidia-smi said before, during and after the runs, in the words provenance keeps.
#pragma once

#include <string>
#include <string_view>

#include "check/results.h"
#include "formats/provenance.h"

namespace daybook {

inline constexpr std::string_view kUnknown = "unknown";

// `samples`: samples.txt, lines of a label ("before", "run-1", "after"), "1980 MHz, 3201 MHz, 45,
// 0x…" (SM clock, memory clock, degrees C, throttle mask) and the number of computing processes.
// A line of another shape counts as not read.
Gpu read_gpu(const Facts& machine, std::string_view samples);

// NVML's clocks event reasons in words: "none", "software power cap, hardware slowdown".
std::string throttle_words(unsigned long long mask);

}  // namespace daybook
