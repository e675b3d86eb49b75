// The one rule that turns titles, headers, keys and card names into path parts (README, "Paths").
#pragma once

#include <string>
#include <string_view>

namespace daybook {

// Lower case; µ becomes u; runs of anything but letters and digits become one '-', trimmed; a
// leading minus of a number becomes "neg-"; letters of other scripts stay. May be empty.
std::string make_slug(std::string_view text);
// A path's part as a slug, its "~2" kept: "merge_slices~2" → "merge-slices~2".
std::string slug_part(std::string_view part);
// Card name from a GPU's name: without nvidia, tesla, geforce, quadro, rtx; slugged; "cpu" if
// empty.
std::string card_slug(std::string_view gpu_name);

}  // namespace daybook
