// Signatures over a run's SHA256SUMS, by OpenSSH: `ssh-keygen -Y sign`, namespace daybook-evidence,
// checked against evidence/allowed_signers as of the run's end. Source: OpenSSH PROTOCOL.sshsig.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace daybook {

inline constexpr const char* kSignatureNamespace = "daybook-evidence";
inline constexpr const char* kAllowedSigners = "evidence/allowed_signers";

struct SignatureVerdict {
  enum class State { good, bad, unknown } state = State::unknown;
  std::string signer;  // the principal, when good
  std::string reason;  // why not
};

// `ended`: the run's end, RFC 3339 UTC ("2026-11-30T05:20:01Z"). Answers from `cache` when it knows
// these very bytes. Unknown when ssh-keygen is not here.
SignatureVerdict verify_signature(std::string_view sums, std::string_view signature,
                                  std::string_view allowed_signers, const std::string& ended,
                                  const std::filesystem::path& cache);

struct Signed {
  std::string signature;  // the .sig file's bytes
  std::string problem;    // why there are none
};
// Signs with a private key, or with a public key whose private half an agent holds.
Signed sign_sums(std::string_view sums, const std::filesystem::path& key);

}  // namespace daybook
