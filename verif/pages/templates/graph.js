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
  if (!nodes.has(id)) return;
  choose(id);
  nodes.get(id).querySelector("rect, circle").scrollIntoView({ block: "nearest", inline: "nearest" });
}

const figure = drawing.parentElement;
const { width, height } = drawing.viewBox.baseVal;
// Labels are 2.6 units high, so at three times the size they are as legible as small print.
const LEGIBLE = 3;
const STEP = 1.5;
let zoom = 1;

function zoomTo(wanted) {
  const least = Math.min(1, figure.clientWidth / width);
  const next = Math.max(least, Math.min(8, wanted));
  // The point in the middle stays in the middle.
  const [x, y] = [figure.scrollLeft + figure.clientWidth / 2, figure.scrollTop + figure.clientHeight / 2];
  drawing.setAttribute("width", width * next);
  drawing.setAttribute("height", height * next);
  figure.scrollLeft = (x * next) / zoom - figure.clientWidth / 2;
  figure.scrollTop = (y * next) / zoom - figure.clientHeight / 2;
  zoom = next;
  drawing.classList.toggle("near", zoom >= LEGIBLE);
}

const zooms = { in: () => zoomTo(zoom * STEP), out: () => zoomTo(zoom / STEP), fit: () => zoomTo(0) };
const keys = { "+": "in", "=": "in", "-": "out", 0: "fit" };
document.getElementById("zoom").addEventListener("click", (event) => zooms[event.target.value]?.());
addEventListener("keydown", (event) => {
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  zooms[keys[event.key]]?.();
});
figure.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  zoomTo(event.deltaY < 0 ? zoom * STEP : zoom / STEP);
}, { passive: false });

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
