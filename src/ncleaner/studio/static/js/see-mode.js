// See: what an engine decides on a page, and why. The page on the left, its text in the middle, the details on the right.
//
// The address says which page, which settings (those of a second engine begin with `b.`), which segment is selected
// (`n`), and whether the text is shown as Markdown (`as`). `show` asks the studio for what the address says; what the
// person does is written into the address and shown through the same functions.

import { announce, clearBanner, showBanner } from "./announce.js";
import { getView, isAbort } from "./api.js";
import { clearAreas } from "./areas.js";
import { byId } from "./dom.js";
import { correct, note, readRoute } from "./route.js";
import { compared, plain } from "./see-compare.js";
import { changesBetween, spokenChanges } from "./see-changes.js";
import { seeKeys } from "./see-keys.js";
import { SeePage } from "./see-page.js";
import { settingsIn, withSettings } from "./see-query.js";
import { showStart } from "./see-start.js";
import { SettingsBar } from "./see-settings.js";
import { afterPause, timed } from "./timing.js";

const OTHER = "b."; // before the names of the settings of the second engine
const SECOND = "ngram"; // the engine that is compared first

let context = null;
let page = null; // the SeePage that is shown
let bar = null;
let shown = { page: "", settings: "", other: "", markdown: false, n: "" };
let views = { a: null, b: null };
let request = null;

const noteSelection = afterPause(250, () => page && correct(currentRoute()));
const askSoon = afterPause(90, () => ask(readRoute()));

/** The mode See. */
export const mode = {
  async show(route, shellContext) {
    context = shellContext;
    const id = route.page || context.studio.pages[0]?.id;
    if (!id) {
      leave();
      clearAreas();
      showStart();
      return;
    }
    if (!route.page) correct({ ...route, page: id });
    open();
    bar.show(settingsIn(route.query), isComparing(route) ? settingsIn(route.query, OTHER) : null);
    await ask({ ...route, page: id });
  },
  leave,
  keys: () => seeKeys({ page: () => (views.a ? page : null), compare, markdown, clear: () => select(-1) }),
};

/** Build what See shows, unless it is there already. */
function open() {
  delete document.body.dataset.empty;
  if (page) return;
  byId("frame-place").replaceChildren();
  page = new SeePage({ onSelect: select, onMarkdown: markdown, onCompare: compare });
  bar = new SettingsBar(byId("bar"), () => context.studio.engines, changeSettings, OTHER);
}

function leave() {
  request?.abort();
  byId("workspace").removeAttribute("aria-busy");
  page?.close();
  page = bar = null;
  shown = { page: "", settings: "", other: "", markdown: false, n: "" };
  views = { a: null, b: null };
}

/** Ask for the views that a route names, and show them; what is shown already is not asked for. */
async function ask(route) {
  const wanted = wantedOf(route);
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  byId("workspace").setAttribute("aria-busy", "true");
  try {
    const [a, b] = await Promise.all([
      wanted.page === shown.page && wanted.settings === shown.settings
        ? views.a
        : getView(wanted.page, settingsIn(route.query), signal),
      wanted.other && (wanted.page === shown.page && wanted.other === shown.other
        ? views.b
        : getView(wanted.page, settingsIn(route.query, OTHER), signal)),
    ]);
    if (!signal.aborted) await apply(wanted, a, b || null);
  } catch (error) {
    if (!isAbort(error)) showBanner(error.message, ["Try again", () => retry(route)]);
  } finally {
    if (!signal.aborted) byId("workspace").removeAttribute("aria-busy");
  }
}

function retry(route) {
  clearBanner();
  ask(route);
}

function wantedOf({ page: id, query }) {
  return {
    page: id,
    settings: String(settingsIn(query)),
    other: query.has(`${OTHER}engine`) ? String(settingsIn(query, OTHER)) : "",
    markdown: query.get("as") === "markdown",
    n: query.get("n") ?? "",
  };
}

/** Show views, with what changed since the last ones of the same page. */
async function apply(wanted, a, b) {
  clearBanner();
  const isSamePage = wanted.page === shown.page;
  const isNewView = a !== views.a || b !== views.b || !isSamePage;
  const isKept = isSamePage && isNewView && views.a && wanted.n === String(page.selected);
  const n = isKept ? moved(views.a, a, page.selected) : numberIn(wanted.n, a);
  if (isNewView) {
    const isChange = isSamePage && views.a && a !== views.a;
    const changes = isChange ? changesBetween(views.a.segments, a.segments) : null;
    const segments = b ? compared(a.segments, b.segments) : plain(a.segments, changes);
    const others = b ? compared(b.segments, a.segments) : null;
    const settings = { page: wanted.page, a: settingsIn(readRoute().query), b: settingsIn(readRoute().query, OTHER) };
    await page.show({ a, b, segments, others, settings, isSamePage });
    bar?.showChanges(changes);
    if (changes) announce(spokenChanges(changes));
    else if (!isSamePage) announce(`${a.page.name}: ${a.counts.kept} of ${a.counts.segments} segments kept`);
  }
  if (!page) return; // another mode was entered meanwhile
  if (wanted.markdown !== page.isMarkdown) page.setMarkdown(wanted.markdown);
  if (n !== page.selected || isNewView) page.select(n, !isSamePage || n !== page.selected);
  [shown, views] = [wanted, { a, b }];
  if (isKept) noteSelection();
}

/** The number of a segment in a new view: the one at the same place of the source. */
function moved(oldView, newView, n) {
  const old = oldView.segments[n];
  if (!old || newView.segments[n]?.start === old.start) return old ? n : -1;
  return newView.segments.findIndex((segment) => segment.end > old.start);
}

function numberIn(text, view) {
  const n = text === "" ? -1 : Number(text);
  return Number.isInteger(n) && n < view.segments.length ? n : -1;
}

function isComparing({ query }) {
  return query.has(`${OTHER}engine`);
}

function select(n, scroll = true) {
  timed("select", () => page.select(n, scroll));
  noteSelection();
}

/** Take the settings that the bar says: write them into the address, and ask for the new view. */
function changeSettings(a, b) {
  const route = currentRoute();
  note({ ...route, query: withSettings(withSettings(route.query, a), b ?? [], OTHER) });
  askSoon();
}

function compare() {
  const b = isComparing(readRoute()) ? null : [["engine", SECOND]];
  const a = settingsIn(readRoute().query);
  if (b && a.some(([name, value]) => name === "engine" && value === SECOND)) b[0][1] = "forest";
  changeSettings(a, b);
  bar.show(a, b);
}

function markdown() {
  if (!views.a) return;
  const isMarkdown = !page.isMarkdown;
  page.setMarkdown(isMarkdown);
  page.select(page.selected, true);
  shown.markdown = isMarkdown;
  note(currentRoute());
}

/** The address of what is shown. */
function currentRoute() {
  const route = readRoute();
  const { query } = route;
  if (page.selected >= 0) query.set("n", page.selected);
  else query.delete("n");
  if (page.isMarkdown) query.set("as", "markdown");
  else query.delete("as");
  return route;
}
