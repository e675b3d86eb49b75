// evidence/<day>/<unit>/waiver.yaml: says why a stale run may stand, for one very source.
//   source: <sha256 of the unit's source>
//   reason: only an error text changed
#pragma once

#include <string>

#include "base/finding.h"
#include "check/store.h"

namespace daybook {

struct Waiver {
  std::string source_sha256;
  std::string reason;
  Findings findings;  // waiver-syntax
};

// Empty when there is no waiver.
Waiver read_waiver(Store& store, const std::string& day, const std::string& unit);

}  // namespace daybook
