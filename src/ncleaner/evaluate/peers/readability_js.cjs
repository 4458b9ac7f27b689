// Readability.js as a process: reads pages, one line of JSON each, and answers each with a line of JSON.
//
// Usage: node readability_js.cjs DIR, with the packages below DIR/node_modules.
//
// A request is {"html": …}. An answer is {"content": …}, the article as HTML, or {"error": …}; "seconds" and "bytes" are
// the processor time and the peak memory of this process so far. jsdom runs no scripts of a page and loads nothing that
// it refers to, unless it is told to. The process ends with its input.

"use strict";

const { Console } = require("node:console");
const { createRequire } = require("node:module");
const path = require("node:path");
const readline = require("node:readline");

globalThis.console = new Console(process.stderr); // the standard output is for answers only
process.on("SIGINT", () => {}); // Ctrl-C goes to all processes of a terminal; the parent decides

const find = createRequire(path.join(process.argv[2], "package.json"));
let load = () => {
  const { Readability } = find("@mozilla/readability");
  const { JSDOM, VirtualConsole } = find("jsdom");
  load = () => ({ Readability, JSDOM, VirtualConsole });
  return load();
};

function article(html) {
  const { Readability, JSDOM, VirtualConsole } = load();
  const dom = new JSDOM(html, { virtualConsole: new VirtualConsole() }); // it prints no warnings about pages
  try {
    const found = new Readability(dom.window.document).parse();
    return found === null ? "" : found.content;
  } finally {
    dom.window.close();
  }
}

function answer(line) {
  try {
    return { content: article(JSON.parse(line).html) };
  } catch (error) {
    return { error: String(error) };
  }
}

readline.createInterface({ input: process.stdin, terminal: false }).on("line", (line) => {
  const result = answer(line);
  const { user, system } = process.cpuUsage();
  result.seconds = (user + system) / 1e6;
  result.bytes = process.resourceUsage().maxRSS * 1024;
  process.stdout.write(`${JSON.stringify(result)}\n`);
});
