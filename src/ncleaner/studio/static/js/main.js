// The shell: modes, and the routes between them.
//
// A mode is a module that exports `mode`, an object with
//
//   show(route, context)  called on entering, and again whenever the route changes inside of the mode. It shows what the
//                         route says; calling it twice with the same route changes nothing. It may be async: if a newer
//                         call comes before an older one has ended, the newer one wins.
//   leave()               called before another mode is shown. It stops what is under way and forgets its elements.
//   keys()                the groups of keys for `keys.js`; asked for after each `show`.
//
// `route` is `{ mode, page, query }` of `route.js`. `context` is one object for all modes:
//
//   studio                the answer of GET /api/studio
//   refresh()             asks for it again; resolves to it
//   person                the name of the annotator, which may be ""
//   choosePerson()        asks who annotates; resolves to the name ("" if the dialog was closed)
//
// The modes share the areas of the document (`areas.js`): `#bar`, `#legend`, `#page-facts`, `#frame-place`,
// `#minimap-place`, `#text-head`, `#columns`, `#details`, or instead of them the whole of `#screen`. A mode chooses with
// `showWorkspace()` or `showScreen()`; after `leave` the shell empties all areas, so nothing needs to be cleared.
// `body[data-mode]` is the name of the mode. A problem that is thrown by `show` is shown in the banner.

import { clearBanner, showBanner } from "./announce.js";
import { getStudio } from "./api.js";
import { clearAreas, showWorkspace } from "./areas.js";
import { closeDialogs } from "./dialogs.js";
import { byId } from "./dom.js";
import { handleKey, showKeys, useKeys } from "./keys.js";
import { connectPerson, choosePerson, personName } from "./person.js";
import { correct, onRoute, readRoute } from "./route.js";
import { connectOpening, openPages } from "./see-open.js";
import { connectTabs } from "./tabs.js";
import { connectTheme, nextTheme } from "./theme.js";

/** The modes by name; those that need a project are offered only there. */
const MODES = {
  see: { load: () => import("./see-mode.js"), needsProject: false },
  annotate: { load: () => import("./annotate-mode.js"), needsProject: true },
  agreement: { load: () => import("./agreement-mode.js"), needsProject: true },
  learn: { load: () => import("./learn-mode.js"), needsProject: true },
};

const context = {
  studio: null,
  get person() {
    return personName();
  },
  async refresh() {
    context.studio = await getStudio();
    return context.studio;
  },
  choosePerson: () => choosePerson(context),
};

let current = { name: "", mode: null };
let latest = 0; // the number of the newest route

async function start() {
  connectTheme(byId("theme"), () => dispatchEvent(new Event("themechange")));
  connectTabs(byId("tabs"));
  byId("help").addEventListener("click", showKeys);
  document.addEventListener("keydown", handleKey);
  useKeys([], commonKeys());
  await context.refresh();
  document.title = `${context.studio.title} – ncleaner studio`;
  byId("modes").hidden = !context.studio.is_project;
  connectOpening(context);
  connectPerson(context, () => show(readRoute()));
  addEventListener("hashchange", (event) => rememberPlace(new URL(event.oldURL).hash));
  onRoute(show);
  await show(readRoute());
}

/** Show what a route says. */
async function show(route) {
  const number = ++latest;
  const name = route.mode in MODES && isOffered(route.mode) ? route.mode : "see";
  if (name !== route.mode) correct({ mode: name });
  try {
    const mode = (await MODES[name].load()).mode;
    if (number !== latest) return;
    clearBanner();
    if (name !== current.name) enter(name, mode);
    await mode.show(name === route.mode ? route : readRoute(), context);
  } catch (error) {
    if (number === latest) report(error);
  }
  if (number === latest) useKeys(current.mode?.keys() ?? [], commonKeys());
}

function enter(name, mode) {
  current.mode?.leave();
  closeDialogs();
  clearAreas();
  showWorkspace();
  byId("page-label").textContent = "Open a page";
  current = { name, mode };
  document.body.dataset.mode = name;
  for (const link of byId("modes").querySelectorAll("a")) {
    if (link.dataset.mode === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Let the link of a mode that is left lead back to where the person was; that of the current mode leads to its start. */
function rememberPlace(address) {
  for (const link of byId("modes").querySelectorAll("a")) {
    const { mode } = link.dataset;
    if (readRoute().mode === mode) link.setAttribute("href", `#/${mode}`);
    else if (address.split(/[/?]/)[1] === mode) link.setAttribute("href", address);
  }
}

function isOffered(name) {
  return !MODES[name].needsProject || context.studio.is_project;
}

function report(error) {
  console.error(error);
  showBanner(error.message || "Something went wrong in this window; reload it.");
}

function commonKeys() {
  return {
    title: "Anywhere",
    keys: [
      [["o"], "open a page", openPages],
      [["t"], "change the theme", nextTheme],
      [["?"], "show the keys", showKeys],
    ],
  };
}

start().catch(report);
