// The closed frame in which bots run (docs/WORKSHOP.md): all of its script. The page gives it a port and the files of
// Python; the frame starts Python in a worker and passes texts on. A bot can reach only that worker. So the frame
// stays in charge: it ends a worker that sends too much.
const MOST = 4000000; // characters in a second
const EACH = 1000; // characters for which each message counts at least
let port;
let worker;
let since = 0;
let sent = 0;

function end(why) {
  worker.terminate();
  port.postMessage(JSON.stringify({ dead: why }));
}

addEventListener("message", ({ data, ports, source }) => {
  if (port || source !== parent || !ports[0]) return;
  port = ports[0];
  const address = URL.createObjectURL(new Blob([data.worker], { type: "text/javascript" }));
  worker = new Worker(address);
  worker.onmessage = ({ data: text }) => {
    const now = performance.now();
    if (now - since > 1000) [since, sent] = [now, 0];
    sent += Math.max(EACH, text?.length);
    if (typeof text === "string" && sent < MOST) port.postMessage(text);
    else end("too much");
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end(String(event.message));
  };
  port.onmessage = ({ data: text }) => worker.postMessage(text);
  const { files } = data;
  worker.postMessage(files, Object.values(files).filter((file) => file instanceof ArrayBuffer));
});
parent.postMessage("here", "*");
