const filters = document.getElementById("filters");
const rows = [...document.querySelectorAll("#matrix tbody tr")];
const sections = [...document.querySelectorAll("main section")];

function matches(item) {
  return [...new FormData(filters)].every(([name, wanted]) => !wanted || item.dataset[name] === wanted);
}

function apply() {
  for (const item of [...rows, ...sections]) item.hidden = !matches(item);
  const shown = rows.filter((row) => !row.hidden).length;
  document.getElementById("shown").textContent = `${shown} of ${rows.length} claims`;
}

// A link such as index.html?verdict=REFUTED opens the page filtered.
for (const [name, wanted] of new URLSearchParams(location.search)) {
  const select = filters.elements.namedItem(name);
  if (select && [...select.options].some((option) => option.value === wanted)) select.value = wanted;
}
filters.addEventListener("change", apply);
apply();
