// Runs Python in a worker, so that the page stays responsive. Each message gets one message as its answer.
import { loadPyodide } from "./pyodide.mjs";

const ready = (async () => {
  const here = new URL(".", import.meta.url).href;
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: here }),
    fetch(`${here}python.zip`).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/own" });
  python.runPython("import sys; sys.path.insert(0, '/own')");
  return python.pyimport("verif.cli.browser");
})();

onmessage = async ({ data: [number, fields] }) => {
  try {
    postMessage([number, (await ready).shown(JSON.stringify(fields))]);
  } catch (error) {
    postMessage([number, null, String(error)]);
  }
};
