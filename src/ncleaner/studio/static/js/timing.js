// Performance marks: how long the interface takes for what the person does. Read them with
// `performance.getEntriesByType("measure")`.

/** Run a function and measure it under a name. */
export function timed(name, work) {
  const start = performance.now();
  try {
    return work();
  } finally {
    performance.measure(`ncleaner ${name}`, { start });
  }
}

/** Return a function that runs at most once for each picture on the screen, with the latest arguments. */
export function eachPicture(work) {
  let waiting = false;
  let latest = [];
  return (...values) => {
    latest = values;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      work(...latest);
    });
  };
}

/** Return a function that runs once the calls have paused for some milliseconds. */
export function afterPause(milliseconds, work) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...values), milliseconds);
  };
}
