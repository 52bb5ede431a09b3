/* Choosing people by keyboard. */
(() => {
  "use strict";
  // A name typed in part: down and up walk the list. Enter in the field takes
  // whoever is the only one of exactly that name or number. Nobody called otherwise
  // is taken by Enter or by typing on: the focus stays in the field, and goes to the
  // line of the newcomer or of the number only where nobody is suggested.
  const pickByName = (form) => {
    const field = form.querySelector("input[type=search]");
    const picks = () => [...document.querySelectorAll("#picks button:not(:disabled), #picks a")];
    let ledTo = null;
    // The list follows the typing a moment later: while it still answers an
    // earlier text, Enter asks for the list at once and waits for it. Where no
    // answer comes the form is sent, and the page searches.
    const answersTheField = () =>
      document.querySelector("#picks").dataset.searched === field.value.trim().split(/\s+/).join(" ");
    const waitForList = (waits) => {
      field.readOnly = waits;
      field.toggleAttribute("aria-busy", waits);
    };
    const take = () => {
      const exact = document.querySelectorAll("#picks button[data-exact]");
      if (exact.length === 1 && !exact[0].disabled) return exact[0].click();
      const hint = document.querySelector("#picks [data-hint]");
      if (hint) hint.hidden = false;
      else (ledTo = picks()[0])?.focus();
    };
    // Letters typed in the list go on in the field, and so does a space, but for a
    // button that somebody has walked to.
    const goesOnInField = (event) => {
      const pick = document.activeElement;
      if (!picks().includes(pick) || event.ctrlKey || event.metaKey || event.altKey) return false;
      const presses = event.key === " " && pick.matches("button") && pick !== ledTo;
      return event.key.length === 1 && !presses;
    };
    form.addEventListener("submit", (event) => {
      if (!field.value.trim() || !(answersTheField() || window.htmx)) return;
      event.preventDefault();
      if (answersTheField()) take();
      else if (!field.readOnly) {
        waitForList(true);
        window.htmx.trigger(field, "ask");
      }
    });
    document.addEventListener("htmx:afterSettle", () => {
      if (!field.readOnly || !answersTheField()) return;
      waitForList(false);
      take();
    });
    for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
      form.addEventListener(failed, () => {
        if (field.readOnly) form.submit();
      });
    // Back from the next page: the field takes letters again.
    window.addEventListener("pageshow", () => waitForList(false));
    document.addEventListener("keydown", (event) => {
      if (goesOnInField(event)) return field.focus();
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const at = picks().indexOf(document.activeElement);
      const inField = document.activeElement === field && by === 1;
      if (!by || (at < 0 && !inField)) return;
      event.preventDefault();
      ledTo = null;
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
