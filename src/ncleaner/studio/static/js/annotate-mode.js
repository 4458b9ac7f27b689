// Annotate: a person decides on the units of a page, and goes from page to page.
//
// One queue saves the strokes on all pages. A page is asked for only when everything made before is saved, so it never
// shows less than the person has done.

import { announce, clearBanner, showBanner } from "./announce.js";
import { askReason, askStart } from "./annotate-dialogs.js";
import { Head } from "./annotate-head.js";
import { annotateKeys } from "./annotate-keys.js";
import { askForName } from "./annotate-notice.js";
import { PageList } from "./annotate-pages.js";
import { Panel } from "./annotate-panel.js";
import { SaveQueue, WAITING } from "./annotate-queue.js";
import { Session } from "./annotate-session.js";
import { Workspace } from "./annotate-workspace.js";
import { getAnnotation, getProject } from "./api.js";
import { showWorkspace } from "./areas.js";
import { byId } from "./dom.js";
import { correct, go } from "./route.js";

const ORDER = "ncleaner.order";
const FOLDER = "folder";
const LEARNING = "learning";
const WHY_NAMES = "Each annotator has a name, so that work can be compared. There are no accounts and no passwords.";

const queue = new SaveQueue((state, problem) => shown?.head.showSaving(state, problem));
let shown = null; // what is on the screen: { context, person, head, workspace, pages, project, session }
let latest = 0; // the number of the newest page that was asked for

export const mode = {
  async show(route, context) {
    const number = ++latest;
    if (!context.person) await context.choosePerson();
    if (number !== latest) return;
    if (!context.person) return askForName(context, WHY_NAMES);
    if (shown?.person !== context.person) enter(context);
    if (shown.session && shown.session.page === route.page) return;
    await refreshProject();
    if (number !== latest) return;
    const page = route.page || shown.project.next || shown.project.pages[0]?.id;
    if (page !== route.page) correct({ mode: "annotate", page });
    await openPage(page, number);
  },
  leave() {
    latest += 1;
    byId("page-label").textContent = "Open a page";
    byId("bar").setAttribute("aria-label", "Settings");
    forget();
  },
  keys: () => (shown ? annotateKeys(shown.workspace, actions) : []),
};

/** What the buttons and keys do. */
const actions = {
  keep: () => press("k"),
  drop: () => press("d"),
  paragraph: () => press("p"),
  heading: () => press("h"),
  "list item": () => press("l"),
  continues: () => press("c"),
  split: () => shown.session && shown.workspace.split(),
  join: () => shown.session && shown.workspace.join(),
  undo: () => shown.session && shown.workspace.history("undo"),
  redo: () => shown.session && shown.workspace.history("redo"),
  pages: () => shown.pages.open(listedPages(), shown.session?.page),
  next: () => step(1),
  previous: () => step(-1),
  done: () => finish("done"),
  unusable: markUnusable,
  again: startAgain,
  retry: () => queue.retry(),
  setOrder(order) {
    localStorage.setItem(ORDER, order);
    refreshProject();
  },
};

function press(key) {
  shown.workspace.strokeByKey(key);
}

function order() {
  return localStorage.getItem(ORDER) === LEARNING ? LEARNING : FOLDER;
}

function enter(context) {
  forget();
  showWorkspace();
  shown = { context, person: context.person, project: null, session: null };
  shown.head = new Head(byId("bar"), actions, order());
  shown.head.showSaving(queue.state);
  shown.workspace = new Workspace({
    rowsPlace: byId("columns"),
    panel: new Panel(byId("details"), context.studio.guidelines, (text) => (context.studio.guidelines = text)),
    actions,
    onChange: () => shown.head.showStatus(shown.session.status),
  });
  shown.pages = new PageList((page) => go({ mode: "annotate", page }));
  addEventListener("focus", checkPage);
  addEventListener("beforeunload", warn);
}

function forget() {
  shown?.session?.close();
  shown?.workspace.close();
  shown?.pages.remove();
  shown = null;
  removeEventListener("focus", checkPage);
  if (queue.isEmpty) removeEventListener("beforeunload", warn);
}

async function openPage(page, number) {
  shown.session?.close();
  shown.session = null;
  const { person } = shown;
  const session = new Session(queue, page, person, () => getAnnotation(page, person), view);
  if (queue.state === WAITING) showBanner("The studio does not answer. The page opens as soon as all is saved.");
  try {
    await session.open();
  } catch (error) {
    if (number === latest) shown.workspace.clear();
    throw error;
  }
  if (number !== latest) return;
  clearBanner();
  shown.session = session;
  shown.workspace.open(session);
  if (!session.units.length)
    showBanner("This page has no text that readers can see.", ["Mark it as unusable", markUnusable]);
  announce(`${session.annotation.page.name ?? page}, ${session.units.length} units`);
}

/** What a session tells. */
const view = {
  changed: (places) => shown?.session && shown.workspace.changed(places),
  reloaded: () => shown.workspace.reloaded(),
  settled: () => shown?.session && shown.workspace.refresh(),
  foreign: () => showBanner("Another window has changed this page. It is shown here as it is now, with both changes."),
  refused: (sentence) => showBanner(sentence),
};

function checkPage() {
  shown?.session?.check();
}

function warn(event) {
  if (!queue.isEmpty) event.preventDefault();
}

async function refreshProject() {
  const { person } = shown;
  const project = await getProject(person, order());
  if (shown?.person !== person) return;
  shown.project = project;
  shown.head.showProgress(project.done, project.unusable, project.pages.length);
}

/** The pages, with the state that the page on the screen has now. */
function listedPages() {
  const { project, session } = shown;
  const now = (page) => (page.id === session?.page ? { ...page, ...session.status } : page);
  return (project?.pages ?? []).map(now);
}

/** Go to the next or previous page of the folder. */
function step(distance) {
  const pages = shown.project?.pages ?? [];
  const at = pages.findIndex((page) => page.id === shown.session?.page) + distance;
  if (at < 0 || at >= pages.length) announce(distance > 0 ? "This is the last page." : "This is the first page.");
  else go({ mode: "annotate", page: pages[at].id });
}

/** Set the state of the page and go on with the next one. */
async function finish(state, reason = "") {
  const { session } = shown;
  if (!session) return;
  if (session.status.state !== state || session.status.reason !== reason) session.setState(state, reason);
  shown.workspace.refresh();
  await queue.whenEmpty();
  if (shown?.session !== session) return;
  await refreshProject();
  const { next, pages } = shown.project;
  if (next && next !== session.page) go({ mode: "annotate", page: next });
  else showBanner(`All ${pages.length} pages are done or unusable.`, ["Learn from them", () => go({ mode: "learn" })]);
}

async function markUnusable() {
  const { session } = shown;
  const reason = session && (await askReason());
  if (reason && shown?.session === session) await finish("unusable", reason);
}

async function startAgain() {
  const { session } = shown;
  const from = session && (await askStart());
  if (from && shown?.session === session) session.restart(from);
}
