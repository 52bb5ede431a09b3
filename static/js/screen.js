// Shows the slides of the big screen in turn, each long enough to find a name. Without
// this script, and for users who prefer no motion, all slides are shown below each other.
(() => {
  "use strict";
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const part = document.querySelector("[data-turn]");
  const count = document.querySelector("[data-turn-count]");
  const stop = document.querySelector("[data-turn-stop]");
  const slides = () => [...part.querySelectorAll("[data-slide]")];
  let index = 0;
  let timer;

  const showSlide = () => {
    const all = slides();
    index = all.length ? (index + all.length) % all.length : 0;
    all.forEach((slide, i) => { slide.hidden = i !== index; });
    count.textContent = all.length > 1 ? `${index + 1} / ${all.length}` : "";
    stop.hidden = all.length < 2;
  };

  const moveBy = (offset) => {
    index += offset;
    showSlide();
  };

  const restartTimer = () => {
    clearInterval(timer);
    const isStopped = stop.getAttribute("aria-pressed") === "true";
    if (!isStopped) timer = setInterval(() => moveBy(1), Number(part.dataset.turn) * 1000);
  };

  const STEPS = { ArrowRight: 1, ArrowLeft: -1, PageDown: 1, PageUp: -1 };

  document.addEventListener("keydown", (event) => {
    const offset = STEPS[event.key];
    if (!offset) return;
    event.preventDefault();
    moveBy(offset);
    restartTimer();
  });
  stop.addEventListener("click", () => {
    stop.setAttribute("aria-pressed", String(stop.getAttribute("aria-pressed") !== "true"));
    restartTimer();
  });
  part.addEventListener("live:changed", showSlide);
  document.documentElement.dataset.turning = "";
  showSlide();
  addEventListener("load", restartTimer);
})();
