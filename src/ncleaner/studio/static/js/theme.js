// The theme: as the system has it, light, or dark. It is an attribute of the root element and is remembered.

const KEY = "ncleaner.theme";
const NEXT = { system: "light", light: "dark", dark: "system" };
const NAMES = { system: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const SIGNS = { system: "◐", light: "☀", dark: "☾" };
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

let button;
let changed = () => {};

/** Connect the button that changes the theme. `onChange` is called after each change, also one of the system. */
export function connectTheme(themeButton, onChange) {
  button = themeButton;
  changed = onChange;
  button.addEventListener("click", nextTheme);
  systemIsDark.addEventListener("change", () => changed());
  label();
}

/** Change to the next theme. */
export function nextTheme() {
  const theme = NEXT[chosen()];
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(KEY, theme);
  }
  label();
  changed();
}

/** Tell whether the dark theme is shown. */
export function isDark() {
  const theme = chosen();
  return theme === "system" ? systemIsDark.matches : theme === "dark";
}

function chosen() {
  return document.documentElement.dataset.theme ?? "system";
}

function label() {
  const theme = chosen();
  button.textContent = SIGNS[theme];
  button.title = NAMES[theme];
  button.setAttribute("aria-label", NAMES[theme]);
}
