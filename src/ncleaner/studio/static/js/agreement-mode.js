// Agreement: how well two annotators agree, and a third person who resolves where they differ.

import { showOverview } from "./agreement-overview.js";
import { Resolution } from "./agreement-resolve.js";
import { resolveKeys } from "./agreement-resolve-keys.js";
import { announce, showBanner } from "./announce.js";
import { SAVED_WORDS } from "./annotate-head.js";
import { showNotice } from "./annotate-notice.js";
import { SaveQueue } from "./annotate-queue.js";
import { Session } from "./annotate-session.js";
import { getAgreement, getDifferences, getProject } from "./api.js";
import { clearAreas, showScreen, showWorkspace } from "./areas.js";
import { button, byId, make } from "./dom.js";
import { correct, go, showAgain } from "./route.js";
import { showArea } from "./tabs.js";

const queue = new SaveQueue((state) => showSaving(state));
let resolution = null;
let shown = ""; // the address and the person of what is on the screen
let latest = 0;

export const mode = {
  async show(route, context) {
    const number = ++latest;
    const [a, b] = pair(route, context.studio.annotators);
    const address = JSON.stringify([route.page, a, b, context.person]);
    if (address === shown) return;
    forget();
    clearAreas();
    if (!route.page) await showFigures(route, context, [a, b]);
    else if (!context.person || context.person === a || context.person === b) askForThird(context, a, b);
    else await openPage(route.page, [a, b], context.person, number);
    if (number === latest) shown = address;
  },
  leave() {
    latest += 1;
    byId("bar").setAttribute("aria-label", "Settings");
    forget();
  },
  keys: () => (resolution ? resolveKeys(resolution, { history, finish }) : []),
};

async function showFigures(route, context, [a, b]) {
  const query = new URLSearchParams({ a, b });
  if (a && b && route.query.toString() !== query.toString()) correct({ mode: "agreement", query });
  await showOverview(showScreen(), context, [a, b], async () => context.person || context.choosePerson());
}

/** The two annotators of a route, or the first two of the project. */
function pair({ query }, annotators) {
  const a = query.get("a") || annotators[0] || "";
  return [a, query.get("b") || annotators.find((name) => name !== a) || ""];
}

function forget() {
  resolution?.session?.close();
  resolution?.workspace.close();
  resolution = null;
  shown = "";
  removeEventListener("beforeunload", warn);
}

function askForThird(context, a, b) {
  const choose = async () => {
    await context.choosePerson();
    showAgain();
  };
  showNotice(
    "Who resolves?",
    `A third person resolves what ${a} and ${b} decide differently, and gets an annotation of their own.`,
    button("Back to the figures", () => goBack([a, b])),
    button("Choose the third person", choose, { class: "primary" }),
  );
}

async function openPage(page, names, person, number) {
  showWorkspace();
  const [a, b] = names;
  const session = new Session(queue, page, person, () => getDifferences(page, a, b, person), view);
  await session.open();
  if (number !== latest) return;
  showBar(session.annotation.page, names, person);
  resolution = new Resolution(names, actions(), finish);
  showArea("text"); // where the two sides are, if there is room for one area only
  resolution.open(session);
  addEventListener("beforeunload", warn);
}

function showBar(page, names, person) {
  const bar = byId("bar");
  bar.hidden = false;
  bar.setAttribute("aria-label", "Merging");
  bar.replaceChildren(
    button("‹ Figures", () => goBack(names)),
    make("b", { class: "bar-title", dir: "auto" }, page.name),
    make("span", { class: "hint" }, `${person} resolves what ${names.join(" and ")} decide differently`),
    make("span", { class: "saved", id: "merge-saved", role: "status", "data-state": "saved" }, SAVED_WORDS.saved),
  );
}

function showSaving(state) {
  const place = byId("merge-saved");
  if (!place || place.dataset.state === state) return;
  place.dataset.state = state;
  place.textContent = SAVED_WORDS[state];
}

/** What a session tells. */
const view = {
  changed: (places) => resolution.workspace.changed(places),
  reloaded: () => resolution.reloaded(),
  settled: () => resolution.workspace.refresh(),
  foreign: () => showBanner("Another window has changed this page. It is shown here as it is now, with both changes."),
  refused: (sentence) => showBanner(sentence),
};

/** What the tools do: the same as in Annotate, on the units of the difference. */
function actions() {
  const press = (key) => () => resolution.workspace.strokeByKey(key);
  return {
    keep: press("k"),
    drop: press("d"),
    paragraph: press("p"),
    heading: press("h"),
    "list item": press("l"),
    continues: press("c"),
    split: () => resolution.workspace.split(),
    join: () => resolution.workspace.join(),
    undo: () => history("undo"),
    redo: () => history("redo"),
  };
}

/** Undo or redo; what is resolved is asked for again, as only the studio knows. */
function history(what) {
  resolution.workspace.history(what);
  resolution.session.reload();
}

/** The page is done: go on with the next one on which the two differ. */
async function finish() {
  const { session, names } = resolution;
  if (!resolution.isComplete) {
    announce("Some differences are not resolved yet.");
    return;
  }
  if (session.status.state !== "done") session.setState("done");
  await queue.whenEmpty();
  const [a, b] = names;
  const [agreement, project] = await Promise.all([getAgreement(a, b), getProject(session.annotator)]);
  if (resolution?.session !== session) return;
  const states = new Map(project.pages.map((page) => [page.id, page.state]));
  const next = agreement.pages.find(
    (page) => page.id !== session.page && states.get(page.id) !== "done" && page["words+marks"] < 100,
  );
  if (next) go({ mode: "agreement", page: next.id, query: new URLSearchParams({ a, b }) });
  else goBack(names);
}

function goBack([a, b]) {
  go({ mode: "agreement", query: new URLSearchParams({ a, b }) });
}

function warn(event) {
  if (!queue.isEmpty) event.preventDefault();
}
