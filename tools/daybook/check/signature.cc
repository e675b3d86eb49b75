#include "check/signature.h"

#include <algorithm>
#include <vector>

#include "base/digest.h"
#include "base/file.h"
#include "base/process.h"
#include "base/scratch_folder.h"
#include "base/text.h"

namespace daybook {

namespace {

constexpr const char* kTool = "ssh-keygen";
constexpr std::string_view kGood = "good ";
constexpr std::string_view kBad = "bad ";

// "2026-11-30T05:20:01Z" → "20261130052001Z", as ssh-keygen takes it; "" for anything else.
std::string verify_time(const std::string& ended) {
  std::string digits;
  for (const char byte : ended) {
    if (byte >= '0' && byte <= '9') digits += byte;
  }
  return digits.size() == 14 && ended.ends_with("Z") ? digits + "Z" : std::string();
}

// The names that the lines of an allowed_signers file begin with, parted by commas.
void add_principals(std::string_view lines, std::vector<std::string>& principals) {
  for (const std::string& line : split_lines(lines)) {
    const std::string names = line.substr(0, line.find_first_of(" \t"));
    if (names.starts_with("#")) continue;
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t comma = std::min(names.find(',', at), names.size());
      const std::string name = names.substr(at, comma - at);
      at = comma + 1;
      const bool known = std::find(principals.begin(), principals.end(), name) != principals.end();
      if (!name.empty() && !known) principals.push_back(name);
    }
  }
}

std::string first_line(const std::string& text) {
  const auto lines = split_lines(text);
  return lines.empty() ? std::string() : lines.front();
}

SignatureVerdict bad(std::string reason) {
  return {SignatureVerdict::State::bad, {}, std::move(reason)};
}

SignatureVerdict ask_ssh_keygen(std::string_view sums, std::string_view signature,
                                std::string_view allowed_signers, const std::string& ended) {
  if (find_program(kTool).empty()) {
    return {SignatureVerdict::State::unknown, {}, "there is no ssh-keygen here"};
  }
  const std::string time = verify_time(ended);
  if (time.empty()) return bad("the run's end '" + ended + "' is no UTC time");
  const ScratchFolder folder;
  const std::string signature_file = (folder.path() / "SHA256SUMS.sig").string();
  const std::string signers_file = (folder.path() / "allowed_signers").string();
  if (!write_file_atomic(signature_file, signature).ok ||
      !write_file_atomic(signers_file, allowed_signers).ok) {
    return {SignatureVerdict::State::unknown, {}, "cannot write a temporary file"};
  }
  Command find;
  find.arguments = {kTool,          "-Y", "find-principals", "-s",
                    signature_file, "-f", signers_file,      "-Overify-time=" + time};
  const ProcessResult found = run_process(find);
  std::vector<std::string> principals;
  add_principals(found.output, principals);
  if (found.status != 0 || principals.empty()) {
    return bad("no allowed signer made this signature");
  }
  // A key may be listed for several names, and not each of them for evidence; only one was told.
  add_principals(allowed_signers, principals);
  for (const std::string& principal : principals) {
    Command verify;
    verify.arguments = {kTool,     "-Y",           "verify",
                        "-f",      signers_file,   "-I",
                        principal, "-n",           kSignatureNamespace,
                        "-s",      signature_file, "-Overify-time=" + time};
    verify.input = std::string(sums);
    if (run_process(verify).status == 0) {
      return {SignatureVerdict::State::good, principal, {}};
    }
  }
  return bad("SHA256SUMS is not what '" + principals.front() + "' signed as evidence");
}

}  // namespace

SignatureVerdict verify_signature(std::string_view sums, std::string_view signature,
                                  std::string_view allowed_signers, const std::string& ended,
                                  const fs::path& cache) {
  const fs::path known = cache / sha256_hex(sha256_hex(sums) + sha256_hex(signature) +
                                            sha256_hex(allowed_signers) + ended);
  if (const FileResult kept = read_file(known); kept.ok) {
    const std::string_view text = kept.bytes;
    if (text.starts_with(kGood)) {
      return {SignatureVerdict::State::good, std::string(text.substr(kGood.size())), {}};
    }
    if (text.starts_with(kBad)) return bad(std::string(text.substr(kBad.size())));
  }
  SignatureVerdict verdict = ask_ssh_keygen(sums, signature, allowed_signers, ended);
  if (verdict.state == SignatureVerdict::State::unknown) return verdict;
  const bool good = verdict.state == SignatureVerdict::State::good;
  std::error_code error;
  fs::create_directories(cache, error);
  write_file_atomic(known,
                    std::string(good ? kGood : kBad) + (good ? verdict.signer : verdict.reason));
  return verdict;
}

Signed sign_sums(std::string_view sums, const fs::path& key) {
  Signed result;
  const ScratchFolder folder;
  const fs::path file = folder.path() / "SHA256SUMS";
  if (!write_file_atomic(file, sums).ok) {
    result.problem = "cannot write a temporary file";
    return result;
  }
  Command command;
  command.arguments = {kTool, "-Y",         "sign",       "-n", kSignatureNamespace,
                       "-f",  key.string(), file.string()};
  const ProcessResult run = run_process(command);
  FileResult signature = read_file(file.string() + ".sig");
  if (run.status != 0 || !signature.ok) {
    result.problem = run.started ? first_line(run.errors) : "there is no ssh-keygen here";
    if (result.problem.empty()) result.problem = "ssh-keygen failed";
    return result;
  }
  result.signature = std::move(signature.bytes);
  return result;
}

}  // namespace daybook
