#include "check/gpu_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include "base/text.h"

namespace daybook {

namespace {

struct Sample {
  std::string label;
  std::optional<long> sm, memory, temperature;
  std::optional<unsigned long long> throttle;
  std::optional<unsigned> processes;
};

template <typename Number>
std::optional<Number> read_number(std::string_view text, int base = 10) {
  text = trim(text);
  if (base == 16 && text.starts_with("0x")) text.remove_prefix(2);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  const std::string_view rest = trim(text.substr(static_cast<std::size_t>(end - text.data())));
  if (!rest.empty() && rest != "MHz") return std::nullopt;
  return number;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

bool is_label(std::string_view text) {
  const bool run = text.size() == 5 && text.starts_with("run-") && text[4] >= '1' && text[4] <= '9';
  return text == "before" || text == "after" || run;
}

std::vector<Sample> read_samples(std::string_view text) {
  std::vector<Sample> samples;
  for (const std::string& line : split_lines(text)) {
    const auto fields = split(line, '\t');
    if (fields.size() != 3 || !is_label(fields[0])) continue;
    Sample sample;
    sample.label = std::string(fields[0]);
    sample.processes = read_number<unsigned>(fields[2]);
    const auto values = split(fields[1], ',');
    if (values.size() == 4) {
      sample.sm = read_number<long>(values[0]);
      sample.memory = read_number<long>(values[1]);
      sample.temperature = read_number<long>(values[2]);
      sample.throttle = read_number<unsigned long long>(values[3], 16);
    }
    samples.push_back(std::move(sample));
  }
  return samples;
}

// "1755 to 1980", "1980", or "unknown".
template <typename Field>
std::string range_text(const std::vector<Sample>& samples, const std::string& label, Field field) {
  std::optional<long> low;
  std::optional<long> high;
  for (const Sample& sample : samples) {
    if ((!label.empty() && sample.label != label) || !(sample.*field)) continue;
    low = std::min(low.value_or(*(sample.*field)), *(sample.*field));
    high = std::max(high.value_or(*(sample.*field)), *(sample.*field));
  }
  if (!low) return std::string(kUnknown);
  const std::string first = std::to_string(*low);
  return *low == *high ? first : first + " to " + std::to_string(*high);
}

// One line per label, in the order they were taken: a recording of minutes has hundreds of samples.
std::vector<std::string> clock_lines(const std::vector<Sample>& samples) {
  std::vector<std::string> labels;
  std::vector<std::string> lines;
  for (const Sample& sample : samples) {
    if (std::find(labels.begin(), labels.end(), sample.label) != labels.end()) continue;
    labels.push_back(sample.label);
    const auto count = std::count_if(samples.begin(), samples.end(), [&](const Sample& other) {
      return other.label == sample.label;
    });
    lines.push_back(sample.label + ": " + range_text(samples, sample.label, &Sample::sm) +
                    " MHz SM, " + range_text(samples, sample.label, &Sample::memory) +
                    " MHz memory (" + std::to_string(count) +
                    (count == 1 ? " sample)" : " samples)"));
  }
  return lines;
}

// Of what held clocks back while the programs ran; idling before and after says nothing.
std::string throttle_text(const std::vector<Sample>& samples) {
  std::optional<unsigned long long> mask;
  for (const Sample& sample : samples) {
    if (sample.label.starts_with("run-") && sample.throttle) {
      mask = mask.value_or(0) | *sample.throttle;
    }
  }
  return mask ? throttle_words(*mask) : std::string(kUnknown);
}

std::string process_text(const std::vector<Sample>& samples) {
  std::optional<long> most;
  for (const Sample& sample : samples) {
    if (!sample.processes) continue;
    const long own = sample.label.starts_with("run-") ? 1 : 0;
    most = std::max(most.value_or(0), static_cast<long>(*sample.processes) - own);
  }
  if (!most) return std::string(kUnknown);
  return *most <= 0 ? "none" : std::to_string(*most) + (*most == 1 ? " other" : " others");
}

}  // namespace

std::string throttle_words(unsigned long long mask) {
  struct Reason {
    unsigned long long bit;
    std::string_view words;
  };
  // NVML, nvmlClocksEventReasons.
  static constexpr std::array<Reason, 9> kReasons = {{{0x1, "idle"},
                                                      {0x2, "application clocks"},
                                                      {0x4, "software power cap"},
                                                      {0x8, "hardware slowdown"},
                                                      {0x10, "sync boost"},
                                                      {0x20, "software thermal slowdown"},
                                                      {0x40, "hardware thermal slowdown"},
                                                      {0x80, "hardware power brake"},
                                                      {0x100, "display clocks"}}};
  std::string words;
  for (const Reason& reason : kReasons) {
    if ((mask & reason.bit) == 0) continue;
    words += (words.empty() ? "" : ", ") + std::string(reason.words);
    mask &= ~reason.bit;
  }
  if (mask != 0) words += std::string(words.empty() ? "" : ", ") + "another reason";
  return words.empty() ? "none" : words;
}

Gpu read_gpu(const Facts& machine, std::string_view samples_text) {
  const auto value = [&](const std::string& key) {
    const auto found = machine.find(key);
    return found == machine.end() || found->second.empty() ? std::string(kUnknown) : found->second;
  };
  const std::vector<Sample> samples = read_samples(samples_text);
  Gpu gpu;
  gpu.name = value("gpu");
  gpu.compute_capability = value("compute-capability");
  gpu.uuid_sha256 = value("uuid-sha256");
  gpu.driver = value("driver");
  gpu.ecc = value("ecc");
  gpu.clock_sm_max = value("clock-sm-max");
  gpu.clock_mem_max = value("clock-memory-max");
  gpu.clocks_sampled = clock_lines(samples);
  gpu.throttle = throttle_text(samples);
  const std::string degrees = range_text(samples, "", &Sample::temperature);
  gpu.temperature = degrees == kUnknown ? degrees : degrees + " C";
  gpu.other_processes = process_text(samples);
  return gpu;
}

}  // namespace daybook
