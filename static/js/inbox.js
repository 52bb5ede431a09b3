// The officer's keyboard: j and k walk the rows, x ticks, o opens, and a key
// named in data-key presses its button. The pages work without any of it.
(() => {
  const form = document.querySelector("form[data-rows]");
  const rows = form ? [...form.querySelectorAll("tr[data-row]")] : [];
  let here = -1;

  const TICK = "input[data-tick]";
  const tick = (row) => row?.querySelector(TICK);

  const walk = (step) => {
    if (!rows.length) return;
    rows[here]?.removeAttribute("aria-selected");
    here = Math.min(Math.max(here + step, 0), rows.length - 1);
    rows[here].setAttribute("aria-selected", "true");
    (tick(rows[here]) ?? rows[here].querySelector("[data-open]")).focus();
    rows[here].scrollIntoView({ block: "nearest" });
  };

  const count = () => {
    const ticked = form?.querySelectorAll(`${TICK}:checked`).length ?? 0;
    for (const shown of form?.querySelectorAll("[data-ticked]") ?? []) {
      shown.textContent = `(${ticked})`;
      shown.hidden = ticked === 0;
    }
  };

  const toggle = () => {
    const box = tick(rows[here]);
    if (!box) return;
    box.checked = !box.checked;
    count();
  };

  const acts = {
    j: () => walk(1),
    k: () => walk(-1),
    x: toggle,
    o: () => rows[here]?.querySelector("[data-open]").click(),
  };

  const writing = (target) =>
    target.closest("textarea, select, input:not([type=checkbox], [type=radio])");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    const act = form && acts[event.key];
    if (!button && !act) return;
    event.preventDefault();
    if (button) button.focus();
    button ? button.click() : act();
  });

  document.querySelectorAll("[data-keys]").forEach((line) => (line.hidden = false));
  if (!form) return;

  // One for all rows, or for those of a group.
  for (const all of form.querySelectorAll("[data-tick-all]")) {
    const group = all.dataset.tickAll;
    const those = group ? `[data-tick="${CSS.escape(group)}"]` : "[data-tick]";
    const ready = form.querySelectorAll(`input${those}:not([data-needs-more])`);
    all.hidden = ready.length === 0;
    all.addEventListener("change", (event) => {
      ready.forEach((box) => (box.checked = event.target.checked));
      count();
    });
  }
  form.addEventListener("change", count);
  form.addEventListener("focusin", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (!row || rows.indexOf(row) === here) return;
    rows[here]?.removeAttribute("aria-selected");
    here = rows.indexOf(row);
    row.setAttribute("aria-selected", "true");
  });
  count();
})();
