/* Picks players by keyboard: from a list of suggestions, or by pairing numbers. */
(() => {
  "use strict";
  // Pick a player from the suggestions for a name that is typed in part. The down and up
  // keys move through the list. Enter in the field picks the only suggestion with exactly
  // the typed name or number, and never another one: the focus then stays in the field.
  // Only if there are no suggestions it moves to the line that adds a new player or the
  // player of that number.
  const pickByName = (form) => {
    const field = form.querySelector("input[type=search]");
    const listPicks = () => [...document.querySelectorAll("#picks button:not(:disabled), #picks a")];
    let focusedByScript = null;
    // The list is updated shortly after the typing. While it still shows the suggestions
    // for an earlier text, Enter requests the list at once and waits for it. If that
    // request fails the form is submitted, and the page searches.
    const isListCurrent = () =>
      document.querySelector("#picks").dataset.searched === field.value.trim().split(/\s+/).join(" ");
    const setWaiting = (isWaiting) => {
      field.readOnly = isWaiting;
      field.toggleAttribute("aria-busy", isWaiting);
    };
    const pickExactMatch = () => {
      const exact = document.querySelectorAll("#picks button[data-exact]");
      if (exact.length === 1 && !exact[0].disabled) return exact[0].click();
      const hint = document.querySelector("#picks [data-hint]");
      if (hint) hint.hidden = false;
      else (focusedByScript = listPicks()[0])?.focus();
    };
    // Letters typed while a suggestion has the focus belong in the field, and so does a
    // space, except on a button that the user has moved to: there it presses the button.
    const belongsInField = (event) => {
      const pick = document.activeElement;
      if (!listPicks().includes(pick) || event.ctrlKey || event.metaKey || event.altKey) return false;
      const pressesButton = event.key === " " && pick.matches("button") && pick !== focusedByScript;
      return event.key.length === 1 && !pressesButton;
    };
    form.addEventListener("submit", (event) => {
      if (!field.value.trim() || !(isListCurrent() || window.htmx)) return;
      event.preventDefault();
      if (isListCurrent()) pickExactMatch();
      else if (!field.readOnly) {
        setWaiting(true);
        window.htmx.trigger(field, "ask");
      }
    });
    document.addEventListener("htmx:afterSettle", () => {
      if (!field.readOnly || !isListCurrent()) return;
      setWaiting(false);
      pickExactMatch();
    });
    for (const failed of ["htmx:sendError", "htmx:responseError", "htmx:timeout"])
      form.addEventListener(failed, () => {
        if (field.readOnly) form.submit();
      });
    // When the user comes back from the next page, the field is editable again.
    window.addEventListener("pageshow", () => setWaiting(false));
    document.addEventListener("keydown", (event) => {
      if (belongsInField(event)) return field.focus();
      const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const index = listPicks().indexOf(document.activeElement);
      const inField = document.activeElement === field && offset === 1;
      if (!offset || (index < 0 && !inField)) return;
      event.preventDefault();
      focusedByScript = null;
      (listPicks()[inField ? 0 : index + offset] ?? field).focus();
    });
  };
  // Show the player's name beside each pairing number as it is typed.
  const showNamesBesideNumbers = (box) => {
    const names = new Map([...box.querySelectorAll("datalist option")].map((each) => [each.value, each.label]));
    const showName = (input) => {
      const nameElement = input.parentElement.querySelector("[data-name]");
      if (nameElement) nameElement.textContent = names.get(input.value.trim()) ?? "";
    };
    box.querySelectorAll("input[list]").forEach(showName);
    box.addEventListener("input", (event) => showName(event.target));
  };
  const form = document.querySelector("[data-pick]");
  if (form) pickByName(form);
  const numbers = document.querySelector("[data-numbers]");
  if (numbers) showNamesBesideNumbers(numbers);
})();
