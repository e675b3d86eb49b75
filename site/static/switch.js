// The language switch leads to the section being read: the one whose heading was last to pass the
// top of the window. Sections pair by their order; without this script the switch leads to the top.
"use strict";
for (const link of document.querySelectorAll("nav.languages a[data-sections]")) {
  link.addEventListener("click", () => {
    const headings = document.querySelectorAll(
      "article > header h1[id], [data-lesson-body] :is(h1, h2, h3, h4, h5, h6)[id]");
    const read = [...headings].findLastIndex(
      (heading) => heading.getBoundingClientRect().top < innerHeight / 4);
    link.hash = read < 0 ? "" : link.dataset.sections.split(" ")[read];
  });
}
