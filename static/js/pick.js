/* Choosing people by keyboard. */
(() => {
  "use strict";
  // A name typed in part: down and up walk the list, Enter in the field takes
  // the only one, or goes to the first of several.
  const pickByName = (form) => {
    const field = form.querySelector("input[type=search]");
    const picks = () => [...document.querySelectorAll("#picks button:not(:disabled), #picks a")];
    const players = () => picks().filter((pick) => pick.matches("button"));
    // The list follows the typing a moment later: while it still answers an
    // earlier text, Enter searches, and takes nobody.
    const answersTheField = () =>
      document.querySelector("#picks").dataset.searched === field.value.trim().split(/\s+/).join(" ");
    form.addEventListener("submit", (event) => {
      const found = players();
      if (!found.length || !answersTheField()) return;
      event.preventDefault();
      if (found.length === 1) found[0].click();
      else found[0].focus();
    });
    document.addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = picks().indexOf(document.activeElement);
      const inField = document.activeElement === field && by === 1;
      if (!by || (at < 0 && !inField)) return;
      event.preventDefault();
      (picks()[inField ? 0 : at + by] ?? field).focus();
    });
  };
  // A pairing number typed: the name stands beside it at once.
  const nameNumbers = (box) => {
    const names = new Map([...box.querySelectorAll("datalist option")].map((each) => [each.value, each.label]));
    const name = (input) => {
      const beside = input.parentElement.querySelector("[data-name]");
      if (beside) beside.textContent = names.get(input.value.trim()) ?? "";
    };
    box.querySelectorAll("input[list]").forEach(name);
    box.addEventListener("input", (event) => name(event.target));
  };
  const form = document.querySelector("[data-pick]");
  if (form) pickByName(form);
  const numbers = document.querySelector("[data-numbers]");
  if (numbers) nameNumbers(numbers);
})();
