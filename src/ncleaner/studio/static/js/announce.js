// Says what changed: aloud to screen readers, and failures in a banner that everybody sees.

import { button, byId, make } from "./dom.js";

/** Say a sentence to screen readers. */
export function announce(sentence) {
  byId("announcer").textContent = sentence;
}

/** Show a banner until it is closed or `clearBanner` is called. `action` is an optional `[label, function]`. */
export function showBanner(sentence, action = null) {
  const banner = byId("banner");
  const buttons = [button("✕", clearBanner, { class: "quiet", "aria-label": "Close this message" })];
  if (action) buttons.unshift(button(action[0], action[1]));
  banner.replaceChildren(make("span", {}, sentence.charAt(0).toUpperCase() + sentence.slice(1)), ...buttons);
  banner.hidden = false;
}

/** Remove the banner. */
export function clearBanner() {
  byId("banner").hidden = true;
}
