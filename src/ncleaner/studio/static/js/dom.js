// Builds elements. Text is only ever set as text, so nothing that comes from a page becomes markup.

/**
 * Build an element: `make("button", { type: "button", class: "quiet", onclick: open }, "Open")`.
 * An attribute that is false, null or undefined is left out; a function is a listener.
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** Build a button. */
export function button(label, onclick, attributes = {}) {
  return make("button", { type: "button", onclick, ...attributes }, label);
}

/** Return the element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Set an attribute, or remove it if there is no value. */
export function setAttribute(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}
