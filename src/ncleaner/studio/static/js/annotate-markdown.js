// Markdown as elements: headings, paragraphs, lists, quotes, tables, code, and strong, emphasised and linked text.
//
// Lines are read once, from the top. Whatever is no markup stays text, and a link is shown as its words without its
// address, so a text from anywhere can be shown.

import { make } from "./dom.js";

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const FENCE = /^\s*(```|~~~)/;
const QUOTE = /^\s*>\s?(.*)$/;
const ROW = /^\s*\|(.*)\|\s*$/;
const RULE = /^\s*([-*_])(\s*\1){2,}\s*$/;
const INLINE = /`([^`]+)`|\*\*(\S(?:.*?\S)??)\*\*|\*(\S(?:.*?\S)??)\*|!?\[([^\][]*)\]\([^()\s]*\)|\\([\\`*_[\]#>|~-])/g;
const LOWEST = 6; // there is no heading below h6

/** Return the elements of a text in Markdown. Headings begin at a level: 3 makes `#` a third heading. */
export function markdownElements(text, level = 1) {
  return blocks(text.split(/\r\n?|\n/), level);
}

function blocks(lines, level) {
  const result = [];
  let at = 0;
  while (at < lines.length) {
    const [element, next] = block(lines, at, level);
    if (element) result.push(element);
    at = next;
  }
  return result;
}

/** Read the block at a line; return its element, or nothing for an empty line, and the line after it. */
function block(lines, at, level) {
  const line = lines[at];
  if (!line.trim()) return [null, at + 1];
  const heading = HEADING.exec(line);
  if (heading) return [titled(Math.min(level + heading[1].length - 1, LOWEST), heading[2]), at + 1];
  if (FENCE.test(line)) return code(lines, at);
  if (RULE.test(line)) return [make("hr"), at + 1];
  if (ITEM.test(line)) return list(lines, at);
  if (QUOTE.test(line)) return quote(lines, at, level);
  if (ROW.test(line)) return table(lines, at);
  const end = until(lines, at + 1, (other) => !other.trim() || begins(other));
  return [make("p", { dir: "auto" }, ...inline(lines.slice(at, end).join("\n"))), end];
}

const titled = (level, text) => make(`h${level}`, { dir: "auto" }, ...inline(text));

const begins = (line) => [HEADING, FENCE, ITEM, QUOTE, ROW, RULE].some((start) => start.test(line));

function until(lines, at, isEnd) {
  while (at < lines.length && !isEnd(lines[at])) at += 1;
  return at;
}

function code(lines, at) {
  const end = until(lines, at + 1, (line) => FENCE.test(line));
  return [make("pre", {}, make("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

function quote(lines, at, level) {
  const end = until(lines, at, (line) => !QUOTE.test(line));
  const inner = lines.slice(at, end).map((line) => QUOTE.exec(line)[1]);
  return [make("blockquote", {}, ...inner.map((line) => make("p", { dir: "auto" }, ...inline(line)))), end];
}

/** Read a list: its items may go on in lines that are indented, and have one level of items below them. */
function list(lines, at) {
  const [, indent, number] = ITEM.exec(lines[at]);
  const element = make(number ? "ol" : "ul", { start: number && number !== "1" ? number : null });
  while (at < lines.length) {
    const item = ITEM.exec(lines[at]);
    if (!item || item[1].length < indent.length) break;
    if (item[1].length > indent.length + 1 && element.lastChild) {
      const [inner, next] = list(lines, at);
      element.lastChild.append(inner);
      at = next;
      continue;
    }
    const end = until(lines, at + 1, (line) => !line.trim() || begins(line));
    const text = [item[3], ...lines.slice(at + 1, end).map((line) => line.trim())].join(" ");
    element.append(make("li", { dir: "auto" }, ...inline(text)));
    at = end;
    if (!lines[at]?.trim() && ITEM.test(lines[at + 1] ?? "")) at += 1; // an empty line between two items
  }
  return [element, at];
}

function table(lines, at) {
  const end = until(lines, at, (line) => !ROW.test(line));
  const rows = lines.slice(at, end).map((line) => ROW.exec(line)[1].split("|"));
  const hasHead = rows.length > 1 && rows[1].every((cell) => /^\s*:?-+:?\s*$/.test(cell));
  const row = (cells, name) =>
    make("tr", {}, ...cells.map((cell) => make(name, { dir: "auto" }, ...inline(cell.trim()))));
  const head = hasHead ? make("thead", {}, row(rows[0], "th")) : null;
  const body = rows.slice(hasHead ? 2 : 0).map((cells) => row(cells, "td"));
  return [make("table", {}, head, make("tbody", {}, ...body)), end];
}

/** Return the texts and elements of a line. */
function inline(text) {
  const result = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, literal, strong, emphasis, link, escaped] = match;
    if (match.index > end) result.push(text.slice(end, match.index));
    if (literal !== undefined) result.push(make("code", {}, literal));
    else if (strong !== undefined) result.push(make("strong", {}, ...inline(strong)));
    else if (emphasis !== undefined) result.push(make("em", {}, ...inline(emphasis)));
    else result.push(link ?? escaped);
    end = match.index + all.length;
  }
  if (end < text.length) result.push(text.slice(end));
  return result;
}
