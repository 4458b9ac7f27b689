// On a narrow window one area is shown at a time. The tabs choose it; on a wide window CSS shows all areas.

/** Connect the buttons of the tabs. */
export function connectTabs(tabs) {
  tabs.addEventListener("click", (event) => {
    const area = event.target.closest("button")?.dataset.area;
    if (area) showArea(area);
  });
}

/** Show an area. */
export function showArea(area) {
  document.body.dataset.area = area;
  for (const tab of document.querySelectorAll("#tabs button")) {
    tab.setAttribute("aria-pressed", String(tab.dataset.area === area));
  }
}
