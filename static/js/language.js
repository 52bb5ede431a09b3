// Lets the switch of language return to the address that the page has now: a list that was
// filtered without loading the page has another one than when the page was made.
(() => {
  "use strict";
  document.addEventListener("submit", (event) => {
    const next = event.target.querySelector("[name=next][data-here]");
    if (next) next.value = location.pathname + location.search;
  });
})();
