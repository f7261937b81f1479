// The documentation's only script: mounts the map's calculators and follows the scroll story.
// @ts-check

/** @param {HTMLElement} element one `[data-calculator]` whose other data attributes are its inputs */
async function mount(element) {
  const { calculator: name, ...given } = element.dataset;
  const values = Object.fromEntries(
    Object.entries(given).map(([key, text]) => [key, Number.isNaN(Number(text)) ? text : Number(text)]),
  );
  const { mountCalculator } = await import("./adage/calc/calculator.js");
  element.replaceChildren();
  mountCalculator(element, { name, values });
}

/** @param {HTMLElement} story marks the section in the middle of the window as its step */
function follow(story) {
  const middle = { rootMargin: "-45% 0px -45% 0px" };
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) story.dataset.step = /** @type {HTMLElement} */ (target).dataset.step;
    }
  }, middle);
  for (const section of story.querySelectorAll("section[data-step]")) observer.observe(section);
}

/** A link to a detail opens it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest("details");
  if (details) details.open = true;
}

for (const element of document.querySelectorAll("[data-calculator]")) {
  mount(/** @type {HTMLElement} */ (element));
}
for (const story of document.querySelectorAll(".story")) follow(/** @type {HTMLElement} */ (story));
addEventListener("hashchange", openTarget);
openTarget();
