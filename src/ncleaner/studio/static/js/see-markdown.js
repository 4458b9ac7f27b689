// The Markdown of a page in pieces, each with the number of the segment that it is from.
//
// Markdown adds signs to the text of the kept segments, but no letters. So the letters of both are counted side by side.

const LETTERS = /\p{L}/gu;

/** Divide Markdown into pieces `{ n, text }`. Empty lines belong to the piece before them. */
export function markdownPieces(markdown, segments) {
  const kept = segments.filter((segment) => segment.keep && letters(segment.text) > 0);
  const ends = [];
  let end = 0;
  for (const segment of kept) ends.push((end += letters(segment.text)));
  const pieces = [];
  let at = 0;
  let seen = 0;
  for (const line of markdown.split("\n")) {
    const number = letters(line);
    if (number === 0 && pieces.length) {
      pieces.at(-1).text += `\n${line}`;
      continue;
    }
    while (at < kept.length - 1 && seen >= ends[at]) at += 1;
    seen += number;
    const n = kept[at]?.n ?? -1;
    if (pieces.at(-1)?.n === n) pieces.at(-1).text += `\n${line}`;
    else pieces.push({ n, text: line });
  }
  for (const piece of pieces) piece.text = piece.text.replace(/\n+$/, "\n");
  return pieces;
}

function letters(text) {
  return text.match(LETTERS)?.length ?? 0;
}
