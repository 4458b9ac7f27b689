// Opening pages: from the list of the folder, from a file, dropped anywhere, or pasted.

import { showBanner } from "./announce.js";
import { addPage } from "./api.js";
import { dialogIsOpen, openDialog } from "./dialogs.js";
import { button, byId, make } from "./dom.js";
import { go, readRoute } from "./route.js";
import { amount, size } from "./words.js";

const LARGEST = 20_000_000; // bytes; the studio refuses more
const PASTED = "pasted.html";
const MARKUP = /<[a-z!/][^>]*>/i;
const PLAIN = "pasted.txt";

let context;

/** Connect the dialogs, the window and the button for opening pages. */
export function connectOpening(shellContext) {
  context = shellContext;
  byId("open-page").addEventListener("click", openPages);
  byId("choose-file").addEventListener("click", chooseFile);
  byId("file-input").addEventListener("change", (event) => openFile(event.target.files[0]));
  byId("paste-source").addEventListener("click", pasteSource);
  byId("paste-form").addEventListener("submit", openPasted);
  byId("pages-filter").addEventListener("input", listPages);
  byId("pages-filter").addEventListener("keydown", onFilterKey);
  byId("pages-list").addEventListener("keydown", onListKey);
  connectDropping(document);
}

/** Open the dialog in which a page is chosen. */
export function openPages() {
  byId("pages-filter").value = "";
  byId("pages-filter").hidden = context.studio.pages.length < 2;
  listPages();
  openDialog(byId("pages-dialog"));
  byId("pages-list").querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
}

/** Let the person choose a file. */
export function chooseFile() {
  byId("file-input").value = "";
  byId("file-input").click();
}

/** Open the dialog into which the source of a page is pasted. */
export function pasteSource() {
  byId("pages-dialog").close();
  byId("paste-text").value = "";
  openDialog(byId("paste-dialog"));
}

/** Open files dropped on a document, and text pasted into it; the frame's document needs this, too. */
export function connectDropping(target) {
  target.addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    hint();
  });
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    byId("drop-hint").hidden = true;
    openFile(event.dataTransfer.files[0]);
  });
  target.addEventListener("paste", (event) => {
    if (dialogIsOpen() || event.target.closest?.("input, textarea")) return;
    const data = event.clipboardData;
    if (data.files[0]) openFile(data.files[0]);
    else give(data.getData("text/plain"));
  });
}

let hiding = 0;

/** Show the hint as long as a file is dragged over the window. */
function hint() {
  byId("drop-hint").hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => (byId("drop-hint").hidden = true), 300);
}

async function openFile(file) {
  if (!file) return;
  if (file.size > LARGEST) showBanner(`${file.name} is too large: the studio opens files of up to ${size(LARGEST)}.`);
  else await open(file.name, file);
}

function openPasted(event) {
  event.preventDefault();
  byId("paste-dialog").close();
  give(byId("paste-text").value);
}

function give(text) {
  if (text.trim()) open(MARKUP.test(text) ? PASTED : PLAIN, text);
}

async function open(name, content) {
  byId("pages-dialog").close();
  try {
    const page = await addPage(name, content);
    const pages = context.studio.given ?? [];
    context.studio.given = [page, ...pages.filter((other) => other.id !== page.id)];
    go({ mode: "see", page: page.id, query: readRoute().mode === "see" ? settingsOnly() : undefined });
  } catch (error) {
    showBanner(error.message);
  }
}

/** The query of the address without what belongs to the page that is shown. */
function settingsOnly() {
  const { query } = readRoute();
  query.delete("n");
  return query;
}

function listPages() {
  const wanted = byId("pages-filter").value.trim().toLowerCase();
  const all = [...(context.studio.given ?? []), ...context.studio.pages];
  const pages = all.filter((page) => page.name.toLowerCase().includes(wanted));
  byId("pages-list").replaceChildren(...pages.map(listed));
  byId("pages-empty").hidden = pages.length > 0;
  byId("pages-empty").textContent = all.length ? "No page has such a name." : "No page is open yet.";
  const { is_project: isProject, problem = "", pages: ofFolder } = context.studio;
  byId("pages-problem").hidden = isProject || ofFolder.length < 2 || !problem;
  byId("pages-problem").textContent = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
  byId("pages-title").textContent = all.length > 1 ? `Open one of ${amount(all.length, "page")}` : "Open a page";
}

function listed(page) {
  const isCurrent = page.id === readRoute().page;
  const attributes = { class: "page-choice", "aria-current": isCurrent ? "true" : null };
  const name = make("span", { class: "page-choice-name", dir: "auto" }, page.name);
  const choose = button(name, () => choosePage(page), attributes);
  choose.append(make("span", { class: "page-choice-size" }, size(page.bytes)));
  return make("li", {}, choose);
}

/** Show a page in the mode that shows pages; one that is not of the folder can only be seen. */
function choosePage(page) {
  byId("pages-dialog").close();
  const isAnnotating = readRoute().mode === "annotate" && context.studio.pages.includes(page);
  if (isAnnotating) go({ mode: "annotate", page: page.id });
  else go({ mode: "see", page: page.id, query: readRoute().mode === "see" ? settingsOnly() : undefined });
}

function onFilterKey(event) {
  const first = byId("pages-list").querySelector("button");
  if (event.key === "ArrowDown") first?.focus();
  else if (event.key === "Enter") first?.click();
  else return;
  event.preventDefault();
}

function onListKey(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...byId("pages-list").querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement) + step];
  if (next) next.focus();
  else if (step < 0) byId("pages-filter").focus();
}
