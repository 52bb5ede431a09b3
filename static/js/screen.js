// The big screen in the hall: one page after the other, each for as long as it takes to
// find a name. Without this script, or for somebody who asks for no motion, all of them
// stand below each other.
(() => {
  "use strict";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const part = document.querySelector("[data-turn]");
  const count = document.querySelector("[data-turn-count]");
  const stop = document.querySelector("[data-turn-stop]");
  const slides = () => [...part.querySelectorAll("[data-slide]")];
  let place = 0;
  let timer;

  const show = () => {
    const all = slides();
    place = all.length ? (place + all.length) % all.length : 0;
    all.forEach((slide, i) => { slide.hidden = i !== place; });
    count.textContent = all.length > 1 ? `${place + 1} / ${all.length}` : "";
    stop.hidden = all.length < 2;
  };

  const turn = (by) => {
    place += by;
    show();
  };

  const go = () => {
    clearInterval(timer);
    const stands = stop.getAttribute("aria-pressed") === "true";
    if (!stands) timer = setInterval(() => turn(1), Number(part.dataset.turn) * 1000);
  };

  const STEPS = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };

  document.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    if (!by) return;
    event.preventDefault();
    turn(by);
    go();
  });
  stop.addEventListener("click", () => {
    stop.setAttribute("aria-pressed", String(stop.getAttribute("aria-pressed") !== "true"));
    go();
  });
  part.addEventListener("live:changed", show);
  document.documentElement.dataset.turning = "";
  show();
  addEventListener("load", go);
})();
