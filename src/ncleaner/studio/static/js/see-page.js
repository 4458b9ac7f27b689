// A page as See shows it: the frame with its map, one or two columns of text, the legend and the details.

import { connectDropping } from "./see-open.js";
import { Details } from "./details.js";
import { byId } from "./dom.js";
import { PageFrame } from "./frame.js";
import { handleKey } from "./keys.js";
import { Minimap } from "./minimap.js";
import { Column } from "./see-column.js";
import { factsLine, factsTable } from "./see-facts.js";
import { hasState, showLegend } from "./see-legend.js";
import { Reasons } from "./see-reasons.js";
import { ScrollTogether } from "./see-scroll.js";
import { TextTools } from "./see-text-tools.js";
import { afterPause, timed } from "./timing.js";

const LEADS = ["pointerdown", "wheel", "touchstart", "keydown"];

export class SeePage {
  /** Build the parts in the areas. `onSelect(n)`, `onMarkdown()` and `onCompare()` tell what the person does. */
  constructor({ onSelect, onMarkdown, onCompare }) {
    this.onSelect = onSelect;
    this.selected = -1;
    this.isMarkdown = false;
    this.filterSoon = afterPause(80, () => this.#filter());
    this.frame = new PageFrame(byId("frame-place"), {
      onPick: (n) => onSelect(n),
      onKey: handleKey,
      onScroll: () => this.#frameScrolled(),
      onLayout: () => this.#layoutChanged(),
      onLoad: (document) => this.#frameLoaded(document),
    });
    this.minimap = new Minimap(byId("minimap-place"), this.frame, () => this.together.lead(this.frame));
    this.tools = new TextTools(byId("text-head"), {
      onFilter: () => this.filterSoon(),
      onLeave: () => this.columns[0].rows.focus(),
      onMarkdown,
      onCompare,
    });
    this.columns = [this.#newColumn((n) => onSelect(n))];
    this.together = new ScrollTogether(this.frame, () => this.columns, (column, n) => this.#boxOf(column, n));
    this.details = new Details(byId("details"));
    this.reasons = new Reasons(this.details);
    this.onTheme = () => this.minimap.repaint();
    addEventListener("themechange", this.onTheme);
  }

  /** Stop all that is under way. */
  close() {
    this.reasons.stop();
    this.frame.clear();
    removeEventListener("themechange", this.onTheme);
  }

  /**
   * Show views: `a`, and `b` or null; `segments` and `others` are theirs with states; `settings`
   * has the id of the page and the settings of both.
   */
  async show(shown) {
    const top = shown.isSamePage ? this.columns[0].rows.top : { place: 0, share: 0 };
    const isLoaded = await this.frame.load(shown.a.frame);
    if (!isLoaded) return;
    timed("view", () => this.#apply(shown, top));
  }

  #apply(shown, top) {
    this.shown = shown;
    const { a, b, segments, isSamePage } = shown;
    this.states = segments.map((segment) => segment.mark);
    this.#setColumns(b !== null);
    this.#showText();
    this.frame.setStates(this.states);
    this.minimap.setStates(this.states);
    this.tools.show(this.isMarkdown, b !== null);
    this.together.forget();
    this.reasons.forget();
    showLegend(byId("legend"), segments, b && [a.engine, b.engine], (state, step) => this.jump(state, step));
    byId("page-facts").textContent = byId("page-facts").title = factsLine(a);
    byId("page-label").textContent = a.page.name;
    document.title = `${a.page.name} – ncleaner studio`;
    if (isSamePage) requestAnimationFrame(() => this.#scrollTo(top.place, top.share)); // rows are laid out just once then
    else this.#scrollTo(0, 0);
  }

  #scrollTo(place, share) {
    const [column, other] = this.columns;
    column.rows.scrollToShare(place, share);
    if (other) this.together.align(other, column);
  }

  /** Show the text as Markdown, or as segments. */
  setMarkdown(isMarkdown) {
    this.isMarkdown = isMarkdown;
    this.tools.show(isMarkdown, this.shown.b !== null);
    this.#showText();
    this.together.forget();
    this.together.alignAll();
  }

  /** Select a segment of the first view; -1 selects none. */
  select(n, scroll = true) {
    this.selected = n;
    const segment = this.shown.segments[n];
    if (scroll && segment) {
      this.together.lead(null); // each is scrolled on its own
      this.frame.scrollTo(n);
    }
    this.columns[0].select(n, scroll);
    this.columns[1]?.select(segment?.partner ?? -1, scroll);
    this.frame.select(n, segment ? n : n - 1);
    this.minimap.select(n, segment ? n : n - 1);
    this.#explain(segment);
  }

  /** Select the next segment, or the one before. */
  move(step) {
    const n = this.columns[0].next(this.selected, step);
    if (n >= 0) this.onSelect(n);
  }

  /** Select the next segment with a state, or the one before; after the last one comes the first. */
  jump(state, step) {
    const { segments } = this.shown;
    const from = this.selected >= 0 ? this.selected : step > 0 ? -1 : segments.length;
    for (let at = 1; at <= segments.length; at += 1) {
      const n = (((from + step * at) % segments.length) + segments.length) % segments.length;
      if (hasState(segments[n], state)) {
        this.onSelect(n);
        return;
      }
    }
  }

  #explain(segment) {
    const { a, b, others, settings } = this.shown;
    if (!segment) {
      this.reasons.stop();
      byId("details").replaceChildren(factsTable(a));
      return;
    }
    const other = b && { name: b.engine, segment: others[segment.partner], settings: settings.b };
    this.reasons.show({ page: settings.page, name: a.engine, segment, settings: settings.a, other });
  }

  #newColumn(onPick) {
    const column = new Column(byId("columns"), { onPick, onScroll: (scrolled) => this.together.scrolled(scrolled) });
    for (const name of LEADS) column.element.addEventListener(name, () => this.together.lead(column), { passive: true });
    return column;
  }

  #setColumns(areTwo) {
    if (areTwo && this.columns.length < 2) {
      this.columns.push(this.#newColumn((n) => this.#pickOther(n)));
    } else if (!areTwo && this.columns.length > 1) this.columns.pop().element.remove();
  }

  #pickOther(n) {
    const { partner } = this.shown.others[n];
    if (partner >= 0) this.onSelect(partner);
  }

  #showText() {
    const { a, b, segments, others } = this.shown;
    const { isMarkdown } = this;
    this.columns[0].show({ segments, markdown: a.markdown, title: b ? `A · ${a.engine}` : "", isMarkdown });
    if (b) this.columns[1].show({ segments: others, markdown: b.markdown, title: `B · ${b.engine}`, isMarkdown });
    this.#filter();
  }

  #filter() {
    if (!this.shown) return;
    for (const column of this.columns) column.filter(this.tools.filterText, this.tools.hasDropped);
    this.together?.forget();
  }

  #boxOf(column, n) {
    const own = column === this.columns[0] ? n : (this.shown.others[n]?.partner ?? -1);
    return this.frame.boxes().get(own);
  }

  #frameLoaded(document) {
    connectDropping(document);
    for (const name of LEADS) {
      document.addEventListener(name, () => this.together.lead(this.frame), { passive: true, capture: true });
    }
    if (this.shown) this.frame.setStates(this.states);
  }

  #frameScrolled() {
    this.together.scrolled(this.frame);
    this.minimap.draw();
  }

  #layoutChanged() {
    this.together?.forget();
    this.minimap?.redraw();
  }
}
