// The overview of an agreement: two annotators, their figures, and their pages.

import { exchange } from "./agreement-exchange.js";
import { figures } from "./agreement-figures.js";
import { AgreementTable } from "./agreement-table.js";
import { announce } from "./announce.js";
import { getAgreement } from "./api.js";
import { make } from "./dom.js";
import { go, routeAddress } from "./route.js";
import { amount } from "./words.js";

/** Show the overview. `chosen` are the names of the two annotators; `person()` asks who is at this browser. */
export async function showOverview(place, context, chosen, person) {
  const { annotators } = context.studio;
  const result = make("div", { class: "agreement-result" });
  const refresh = async () => {
    result.setAttribute("aria-busy", "true");
    result.replaceChildren(...(annotators.length > 1 ? await compared(chosen) : [alone()]));
    result.removeAttribute("aria-busy");
  };
  place.replaceChildren(
    make(
      "div",
      { class: "sheet" },
      make("h2", { class: "sheet-title" }, "Agreement"),
      annotators.length > 1 ? choice(annotators, chosen) : null,
      result,
      make("h2", {}, "Import and download"),
      exchange(context.studio, context.person, person, refresh),
    ),
  );
  await refresh();
}

function alone() {
  const words = "Agreement needs two annotators. Each person who annotates chooses a name at the upper right.";
  return make("p", { class: "card" }, words);
}

async function compared([a, b]) {
  if (a === b) return [make("p", { class: "card" }, "Choose two different annotators.")];
  const answer = await getAgreement(a, b);
  if (!answer.pages.length)
    return [make("p", { class: "card" }, `There is no page yet that both ${a} and ${b} have done.`)];
  const addressOf = (page) => routeAddress({ mode: "agreement", page: page.id, query: new URLSearchParams({ a, b }) });
  announce(`${amount(answer.pages.length, "page")} compared`);
  const hint = "A page opens the differences of the two, for a third person to resolve.";
  return [
    figures(answer),
    make("h2", {}, "Pages"),
    make("p", { class: "hint" }, hint),
    new AgreementTable(answer, addressOf).element,
  ];
}

function choice(annotators, chosen) {
  const [a, b] = chosen.map((name, at) => {
    const options = annotators.map((other) => make("option", {}, other));
    const select = make("select", { "data-side": at }, ...options);
    select.value = name;
    return select;
  });
  const change = () => go({ mode: "agreement", query: new URLSearchParams({ a: a.value, b: b.value }) });
  for (const select of [a, b]) select.addEventListener("change", change);
  return make(
    "div",
    { class: "pair" },
    make("label", { class: "field" }, "Annotator A", a),
    make("span", { class: "pair-and", "aria-hidden": "true" }, "and"),
    make("label", { class: "field" }, "Annotator B", b),
  );
}
