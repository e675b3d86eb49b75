#include "check/site_sums.h"

#include "base/digest.h"
#include "check/audit_page.h"
#include "check/evidence.h"
#include "check/site_build.h"
#include "formats/provenance.h"

namespace daybook {

namespace {

constexpr char kRemoved[] = "it was removed after it was built, or never built";

class SumsAudit {
 public:
  SumsAudit(const fs::path& site, const std::map<std::string, std::string>& read,
            const std::set<std::string>& blamed)
      : site_(site), read_(read), blamed_(blamed), mend_(mend_of_pages(site)) {}

  Findings findings(const std::vector<std::string>& files) {
    const std::string sums(kSums);
    const FileResult list = read_file(site_ / sums);
    if (!list.ok) {
      report(sums, "audit-page-missing", "cannot be read: " + list.error, kRemoved);
      return std::move(findings_);
    }
    auto parsed = parse_sums(Text(shown(sums), list.bytes));
    for (Finding& finding : parsed.findings) finding.mend = mend_;
    append(findings_, std::move(parsed.findings));
    const std::set<std::string> there(files.begin(), files.end());
    std::set<std::string> listed = {sums};
    for (const Sum& sum : parsed.value) {
      listed.insert(sum.file);
      if (there.contains(sum.file)) {
        compare(sum);
      } else {
        report(sum.file, "audit-page-missing",
               "SHA256SUMS of the site lists a file that is not there", kRemoved);
      }
    }
    for (const std::string& file : files) {
      if (!listed.contains(file)) {
        report(file, "audit-page-extra", "SHA256SUMS of the site does not list this file",
               "it was added by hand, or taken out of the list");
      }
    }
    return std::move(findings_);
  }

 private:
  std::string shown(const std::string& file) const { return (site_ / file).generic_string(); }

  void compare(const Sum& sum) {
    const auto known = read_.find(sum.file);
    std::string digest = known == read_.end() ? "" : known->second;
    if (known == read_.end()) {
      const FileResult file = read_file(site_ / sum.file);
      if (!file.ok) {
        report(sum.file, "audit-page-unreadable", "cannot be read: " + file.error,
               "its rights were changed after it was built");
        return;
      }
      digest = sha256_hex(file.bytes);
    }
    if (digest != sum.sha256) {
      report(sum.file, "audit-file-differs",
             "the file is not the one that was built: SHA256SUMS of the site has another digest",
             "it was changed after it was built");
    }
  }

  void report(const std::string& file, const char* id, const std::string& message,
              const std::string& cause) {
    if (blamed_.contains(shown(file))) return;
    PageAudit audit(shown(file), mend_);
    audit.report(id, audit.whole(), message).cause = cause;
    append(findings_, std::move(audit.findings));
  }

  const fs::path& site_;
  const std::map<std::string, std::string>& read_;
  const std::set<std::string>& blamed_;
  std::string mend_;
  Findings findings_;
};

}  // namespace

Findings audit_sums(const fs::path& site, const std::vector<std::string>& files,
                    const std::map<std::string, std::string>& read,
                    const std::set<std::string>& blamed) {
  return SumsAudit(site, read, blamed).findings(files);
}

}  // namespace daybook
