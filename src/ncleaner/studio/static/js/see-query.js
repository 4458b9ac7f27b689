// The settings of an engine in the query of an address. Those of a second engine have a prefix.

const OF_THE_VIEW = ["n", "as"];

/** The settings as `[name, value]` pairs: those with the prefix, or without one those of the first engine. */
export function settingsIn(query, prefix = "") {
  return [...query]
    .filter(([name]) => (prefix ? name.startsWith(prefix) : !name.includes(".") && !OF_THE_VIEW.includes(name)))
    .map(([name, value]) => [name.slice(prefix.length), value]);
}

/** A copy of a query with other settings. */
export function withSettings(query, settings, prefix = "") {
  const result = new URLSearchParams();
  for (const [name, value] of settings) result.append(prefix + name, value);
  const isReplaced = new Set(settingsIn(query, prefix).map(([name]) => prefix + name));
  for (const [name, value] of query) if (!isReplaced.has(name)) result.append(name, value);
  return result;
}
