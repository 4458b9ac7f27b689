// The language of a page, which its author has declared, perhaps wrongly.

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** Return the code of a language if there is such a language, else the empty string. */
export function knownLanguage(code) {
  try {
    return code && names.of(code) ? Intl.getCanonicalLocales(code)[0] : "";
  } catch {
    return "";
  }
}

/** Return the name of a language in English, or the empty string. */
export function languageName(code) {
  return knownLanguage(code) && names.of(code);
}
