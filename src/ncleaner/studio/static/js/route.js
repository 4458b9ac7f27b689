// The address: `#/MODE/PAGE?name=value`. Everything that reload and back must bring back is in it.
//
// A change of a setting shortly after another replaces it, so that moving a slider leaves one step in the history.

const SHORTLY = 2000; // milliseconds

let lastChange = 0;

/** Read the address: `{ mode, page, query }`. */
export function readRoute() {
  const [path, search = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const [mode = "", page = ""] = path.split("/");
  return { mode: mode || "see", page: decodeURIComponent(page), query: new URLSearchParams(search) };
}

/** Return the address of a route, for links. */
export function routeAddress({ mode, page = "", query = new URLSearchParams() }) {
  const search = query.toString();
  return `#/${mode}${page ? `/${encodeURIComponent(page)}` : ""}${search ? `?${search}` : ""}`;
}

/** Go to a route, as a step of the history. */
export function go(route) {
  location.hash = routeAddress(route);
}

/** Write settings that are shown already into the address, without going anywhere. */
export function note(route) {
  const address = routeAddress(route);
  if (address === location.hash) return;
  const replace = performance.now() - lastChange < SHORTLY;
  lastChange = performance.now();
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
}

/** Correct the address without a step of the history. */
export function correct(route) {
  history.replaceState(null, "", routeAddress(route));
}

/** Call a function whenever the person goes to another route. */
export function onRoute(listener) {
  addEventListener("hashchange", () => listener(readRoute()));
}

/** Show the current route again, for example because the person has another name now. */
export function showAgain() {
  dispatchEvent(new HashChangeEvent("hashchange", { oldURL: location.href, newURL: location.href }));
}
