// The areas of the document, which the modes share.

import { byId } from "./dom.js";

const AREAS = "bar legend page-facts frame-place minimap-place text-head columns details screen".split(" ");

/** Empty all areas. */
export function clearAreas() {
  for (const id of AREAS) byId(id).replaceChildren();
  byId("bar").hidden = true;
  delete document.body.dataset.empty;
}

/** Show the three areas page, text and details. */
export function showWorkspace() {
  setScreen(false);
}

/** Show one area instead of the three, and return it. */
export function showScreen() {
  setScreen(true);
  return byId("screen");
}

function setScreen(isScreen) {
  byId("screen").hidden = !isScreen;
  byId("workspace").hidden = isScreen;
  byId("tabs").hidden = isScreen;
}
