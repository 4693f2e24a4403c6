const drawing = document.querySelector("svg");
const nodes = new Map([...drawing.querySelectorAll("a")].map((node) => [node.id, node]));
const lines = [...drawing.querySelectorAll("path")];

function reached(start, near, far) {
  const found = new Set([start]);
  // A set that grows is visited to its end.
  for (const one of found) for (const line of lines) if (line.dataset[near] === one) found.add(line.dataset[far]);
  return found;
}

function choose(id) {
  const below = reached(id, "from", "to");
  const above = reached(id, "to", "from");
  for (const [name, node] of nodes) node.classList.toggle("on", below.has(name) || above.has(name));
  for (const line of lines) {
    const { from, to } = line.dataset;
    line.classList.toggle("on", (below.has(from) && below.has(to)) || (above.has(from) && above.has(to)));
  }
  drawing.classList.add("chosen");
  const words = nodes.get(id).querySelector("title").textContent;
  document.getElementById("chosen").textContent =
    `${words}. It depends on ${below.size - 1}, and ${above.size - 1} depend on it.`;
}

function follow() {
  const id = decodeURIComponent(location.hash.slice(1));
  if (nodes.has(id)) choose(id);
}

drawing.addEventListener("click", (event) => {
  const node = event.target.closest("a");
  if (!node || location.hash === `#${node.id}`) return;
  event.preventDefault();
  location.hash = node.id;
});
document.getElementById("find").addEventListener("input", (event) => {
  if (nodes.has(event.target.value)) location.hash = event.target.value;
});
document.getElementById("find").addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", follow);
follow();
