// Sends the page's forms and links to Python, which runs in a worker, and shows the answers.
const SECONDS = 60;
const start = () => new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
// The worker loads 15 MB, so it starts at the first question.
let worker = null;
let number = 0;

const say = (text) => {
  const line = document.createElement("p");
  line.setAttribute("role", "status");
  line.textContent = text;
  document.querySelector("#result").replaceChildren(line);
};

const show = (fields) => {
  const own = ++number;
  say("Calculating. The first answer loads Python (15 MB).");
  const late = setTimeout(() => {
    worker.terminate();
    worker = null;
    say(`No answer within ${SECONDS} s.`);
  }, SECONDS * 1000);
  worker ??= start();
  worker.onmessage = ({ data: [answered, html, problem] }) => {
    if (answered !== own) return;
    clearTimeout(late);
    if (html === null) {
      say(`Error: ${problem}`);
      return;
    }
    const page = new DOMParser().parseFromString(html, "text/html");
    document.title = page.title;
    for (const name of ["main", "nav"]) {
      document.querySelector(name).replaceWith(page.querySelector(name));
    }
  };
  worker.postMessage([own, fields]);
};

const LONGEST = 8000;
const fieldsOf = (query) => Object.fromEntries(new URLSearchParams(query));
const go = (fields) => {
  const query = `?${new URLSearchParams(fields)}`;
  history.pushState(fields, "", query.length > LONGEST ? location.pathname : query);
  show(fields);
};

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = [...new FormData(event.target)];
  go(Object.fromEntries(given.filter(([, text]) => typeof text === "string" && text)));
});
document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(fieldsOf(link.getAttribute("href")));
});
addEventListener("popstate", (event) => show(event.state ?? fieldsOf(location.search)));
if (location.search.length > 1) show(fieldsOf(location.search));
