// What is left of the earlier start: it has the worker keep the site.
import { keepOffline } from "./offline.mjs?v=00000000";

await keepOffline(document.querySelector("script[data-worker]").dataset.worker);
