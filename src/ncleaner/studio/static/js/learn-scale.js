// Charts as elements: scales from values to coordinates, ticks at round numbers, and elements of SVG.

const SVG = "http://www.w3.org/2000/svg";
const NICE = [1, 2, 5, 10]; // steps between ticks are these numbers times powers of ten
const DIGITS = 10; // of a coordinate: tenths

/** A linear map from values (`low` to `high`) to coordinates. */
export function scale(low, high, start, end) {
  const length = high - low || 1;
  const at = (value) => Math.round((start + ((value - low) / length) * (end - start)) * DIGITS) / DIGITS;
  return { low, high, at };
}

/** Round values from low to high, about as many as asked for. */
export function ticks(low, high, number) {
  const rough = (high - low) / number || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * NICE.find((factor) => factor * power >= rough * 0.999);
  const values = [];
  for (let at = Math.ceil(low / step); at * step <= high + step / 1000; at += 1) {
    values.push(Number((at * step).toPrecision(12)));
  }
  return values;
}

/** Build an element of SVG. */
export function drawn(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
