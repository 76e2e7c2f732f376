// Runs Python outside the page, for work that takes long. The page says where Python is started from
// (static/boot/python.js) and which parts of the program it needs. Then it sends jobs one at a time, as
// a function's name and JSON, and gets JSON back. A long job sends a sign of life now and then.
// ui/browser/workers.py is the other side.

let answer;

const tell = (message) => postMessage(JSON.stringify(message));

async function boot({ python: address, parts, answerer }) {
  const starter = await import(address);
  const out = { stdout: (text) => console.info(text), stderr: (text) => console.error(text) };
  const python = await starter.loadPyodide(out);
  await Promise.all(parts.map((part) => starter.part(part, python)));
  const [module, name] = answerer.split(":");
  answer = python.pyimport(module)[name];
  tell({ ready: true });
}

addEventListener("message", async ({ data }) => {
  const { start, id, call, job } = JSON.parse(data);
  try {
    if (start) await boot(start);
    else tell({ id, answer: answer(call, job, () => tell({ id, alive: true })) });
  } catch (why) {
    tell(start ? { dead: String(why) } : { id, failed: String(why) });
  }
});
