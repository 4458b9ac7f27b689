// How segments look in the frame: a tint, and a line whose style tells what was decided without colour.
//
// Kept: solid line; dropped: dotted line; uncertain: dashed box; changed: double line; of two engines, kept by the first
// only: double line, by the second only: dashed line. Pages have styles of their own, hence `!important`.

const line = (style, colour, width = 1.5) => `text-decoration: underline ${style} ${width}px ${colour} !important;
  text-underline-offset: .22em !important; text-decoration-skip-ink: none !important;`;
const tint = (colour, percent) => `background-color: color-mix(in srgb, ${colour} ${percent}%, transparent) !important;`;

const KEPT = "#0f9d63";
const DROPPED = "#d1493a";
const UNCERTAIN = "#c98500";
const CHANGED = "#3d6fe0";
const A = "#2c67d8";
const B = "#a03fb8";

/** The style sheet that is added to the page in the frame. */
export const FRAME_STYLE = `
ncleaner-segment { display: inline !important; position: static !important; float: none !important; margin: 0 !important;
  padding: .08em 0 !important; border: 0 !important; border-radius: 2px; cursor: pointer;
  -webkit-box-decoration-break: clone; box-decoration-break: clone; }
ncleaner-segment[data-state~=kept] { ${tint(KEPT, 14)} ${line("solid", KEPT)} }
ncleaner-segment[data-state~=dropped] { ${tint(DROPPED, 10)} ${line("dotted", DROPPED, 2)} }
ncleaner-segment[data-state~=uncertain] { ${tint(UNCERTAIN, 18)} outline: 1.5px dashed ${UNCERTAIN} !important; }
ncleaner-segment[data-state~=changed] { ${line("double", CHANGED, 1)} }
ncleaner-segment[data-state~=only-a] { ${tint(A, 20)} ${line("double", A, 1)} }
ncleaner-segment[data-state~=only-b] { ${tint(B, 20)} ${line("dashed", B, 2)} }
ncleaner-segment[data-selected] { outline: 2.5px solid #1d4ed8 !important; outline-offset: 1px !important;
  background-color: color-mix(in srgb, #facc15 38%, transparent) !important; }
.ncleaner-draggable ncleaner-segment { user-select: none !important; -webkit-user-select: none !important; }
`;
