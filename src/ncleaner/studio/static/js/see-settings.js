// The bar with the settings of an engine, built from the options that the studio says it has; of two engines while they
// are compared.

import { make } from "./dom.js";
import { changeNumbers } from "./see-changes.js";

const FIRST = ["scope", "comments", "bias"]; // options that come first, in this order
const BIAS = { name: "bias", widest: 8, step: 0.25 }; // of the slider; the number beside it takes any value
const TITLES = { scope: "Scope", comments: "Comments", bias: "Bias", decode: "Decide", language: "Language" };

export class SettingsBar {
  /** `engines()` are those of the studio; `onChange(a, b)` gets the settings as pairs; b is null for one engine. */
  constructor(place, engines, onChange, prefix) {
    this.place = place;
    this.engines = engines;
    this.onChange = onChange;
    this.prefix = prefix;
    this.shown = "";
    this.changes = make("p", { class: "changes", hidden: true });
    place.hidden = false;
  }

  /** Show settings. Fields that the person is using stay as they are if they say the same. */
  show(a, b) {
    const wanted = JSON.stringify([a, b]);
    if (wanted === this.shown) return;
    const focused = this.place.contains(document.activeElement) ? document.activeElement.id : "";
    this.shown = wanted;
    this.forms = [new EngineForm(this.engines(), a, "", b ? "A" : "", () => this.#changed())];
    if (b) this.forms.push(new EngineForm(this.engines(), b, this.prefix, "B", () => this.#changed()));
    this.place.replaceChildren(...this.forms.map((form) => form.element), this.changes);
    if (focused) document.getElementById(focused)?.focus();
  }

  /** Say what the last change of a setting changed; null says nothing. */
  showChanges(changes) {
    this.changes.hidden = !changes;
    if (!changes) return;
    const [plus, minus] = changeNumbers(changes);
    const parts = [plus && make("span", { class: "plus" }, plus), minus && make("span", { class: "minus" }, minus)];
    const shown = parts.filter(Boolean).flatMap((part) => [", ", part]).slice(1);
    this.changes.replaceChildren(...(shown.length ? shown : ["nothing changed"]));
  }

  #changed() {
    const [a, b = null] = this.forms.map((form) => form.settings());
    if (JSON.stringify([a, b]) === this.shown) return;
    const isOtherEngine = this.forms.some((form) => form.isOtherEngine);
    if (!isOtherEngine) this.shown = JSON.stringify([a, b]);
    this.onChange(a, b);
    if (isOtherEngine) this.show(a, b);
  }
}

/** The fields of one engine. */
class EngineForm {
  constructor(engines, settings, prefix, label, onChange) {
    const values = new Map(settings);
    this.engine = engines.find((engine) => engine.name === values.get("engine")) ?? engines[0];
    this.onChange = onChange;
    this.prefix = prefix;
    this.fields = [];
    const title = label ? make("span", { class: "engine-label", "aria-hidden": "true" }, label) : null;
    const spoken = label ? `Engine ${label}` : "Engine";
    this.element = make("fieldset", { class: "engine-form", "aria-label": spoken }, title);
    const names = engines.map(({ name }) => [name, name]);
    this.#add("engine", "Engine", this.#choice(names, this.engine.name), this.engine.summary);
    if (this.engine.models.length > 1) this.#addModel(values.get("model") ?? "");
    for (const option of ordered(this.engine.options)) this.#addOption(option, values.get(option.name) ?? "");
  }

  get isOtherEngine() {
    return this.fields[0].input.value !== this.engine.name;
  }

  /** The settings as pairs, without those that are left as the engine has them. */
  settings() {
    const [engine] = this.fields;
    const isDefault = !this.prefix && engine.input.value === engine.input.options[0].value;
    const pairs = isDefault ? [] : [["engine", engine.input.value]];
    if (this.isOtherEngine) return pairs; // another engine starts with its own settings
    for (const { name, input } of this.fields.slice(1)) {
      const value = input.type === "checkbox" ? (input.checked ? "1" : "") : input.value.trim();
      if (value !== "") pairs.push([name, value]);
    }
    return pairs;
  }

  #addModel(value) {
    const names = this.engine.models.map((name) => [name, name]);
    this.#add("model", "Model", this.#choice([["", "as shipped"], ...names], value));
  }

  #addOption(option, value) {
    const title = TITLES[option.name] ?? option.name[0].toUpperCase() + option.name.slice(1);
    if (option.name === BIAS.name) this.#addSlider(option, title, value);
    else if (option.type === "flag") this.#add(option.name, title, this.#checkbox(value), option.help);
    else if (option.choices) this.#add(option.name, title, this.#options(option, value), option.help);
    else this.#add(option.name, title, this.#field(option, value), option.help);
  }

  #options({ choices, default: standard }, value) {
    const isListed = choices.includes(standard);
    const listed = choices.map((choice) => [choice === standard ? "" : choice, choice]);
    return this.#choice(isListed ? listed : [["", "as the model"], ...listed], value === standard ? "" : value);
  }

  #field({ type, default: standard }, value) {
    const isNumber = type === "number" || type === "integer";
    const attributes = isNumber ? { type: "number", step: type === "integer" ? "1" : "any" } : { type: "text" };
    const input = make("input", { ...attributes, value, placeholder: standard ?? "", spellcheck: "false" });
    input.addEventListener("input", this.onChange);
    return input;
  }

  #checkbox(value) {
    return make("input", { type: "checkbox", checked: ["1", "true", "yes"].includes(value), onchange: this.onChange });
  }

  #choice(pairs, value) {
    const options = pairs.map(([name, text]) => make("option", { value: name, selected: name === value }, text));
    return make("select", { onchange: this.onChange }, ...options);
  }

  /** A slider with a number beside it. An empty number leaves the bias to the engine. */
  #addSlider(option, title, value) {
    const standard = Number.isNaN(Number(option.default)) ? "auto" : option.default;
    const number = this.#field({ ...option, default: standard }, value);
    const slider = make("input", {
      type: "range",
      min: -BIAS.widest,
      max: BIAS.widest,
      step: BIAS.step,
      value: value || "0",
      "aria-label": `${title}, slider`,
    });
    slider.addEventListener("input", () => {
      number.value = Number(slider.value) === 0 && option.default === "0" ? "" : slider.value;
      this.onChange();
    });
    number.addEventListener("input", () => (slider.value = number.value || "0"));
    this.#add(option.name, title, number, option.help, slider);
  }

  #add(name, title, input, help = "", before = null) {
    input.id = `setting-${this.prefix.replace(".", "-")}${name}`;
    if (before) before.id = `${input.id}-slider`;
    input.classList.add(`setting-${input.type === "select-one" ? "choice" : input.type}`);
    this.fields.push({ name, input });
    const label = make("label", { for: input.id }, title);
    this.element.append(make("div", { class: "setting", title: help }, label, before, input));
  }
}

function ordered(options) {
  const rank = ({ name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...options].sort((a, b) => rank(a) - rank(b));
}
