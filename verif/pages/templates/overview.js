const filters = document.getElementById("filters");
const rows = [...document.querySelectorAll("#matrix tbody tr")];
const sections = [...document.querySelectorAll("main section")];

// A row and its section are shown together: what is searched is the text of the section.
const texts = sections.map((section) => section.textContent.toLowerCase());

function matches(item, text) {
  return [...new FormData(filters)].every(([name, wanted]) =>
    name === "q" ? text.includes(wanted.trim().toLowerCase()) : !wanted || item.dataset[name] === wanted);
}

function apply() {
  for (const items of [rows, sections]) items.forEach((item, k) => { item.hidden = !matches(item, texts[k]); });
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").textContent = `${shown} of ${rows.length} claims`;
}

// A link such as index.html?verdict=REFUTED opens the page filtered.
for (const [name, wanted] of new URLSearchParams(location.search)) {
  const control = filters.elements.namedItem(name);
  const isKnown = !control?.options || [...control.options].some((option) => option.value === wanted);
  if (control && isKnown) control.value = wanted;
}
filters.addEventListener("change", apply);
filters.addEventListener("input", apply);
apply();
