// Keyboard shortcuts of the officer's pages: j and k select the next and previous row, x
// ticks it, o opens it, and a key named in data-key presses its button. The pages also
// work without this script.
(() => {
  const form = document.querySelector("form[data-rows]");
  const rows = form ? [...form.querySelectorAll("tr[data-row]")] : [];
  let selectedIndex = -1;

  const TICK = "input[data-tick]";
  const tickBoxOf = (row) => row?.querySelector(TICK);

  const selectRow = (offset) => {
    if (!rows.length) return;
    rows[selectedIndex]?.removeAttribute("aria-selected");
    selectedIndex = Math.min(Math.max(selectedIndex + offset, 0), rows.length - 1);
    rows[selectedIndex].setAttribute("aria-selected", "true");
    (tickBoxOf(rows[selectedIndex]) ?? rows[selectedIndex].querySelector("[data-open]")).focus();
    rows[selectedIndex].scrollIntoView({ block: "nearest" });
  };

  const showCount = () => {
    const ticked = form?.querySelectorAll(`${TICK}:checked`).length ?? 0;
    for (const shown of form?.querySelectorAll("[data-ticked]") ?? []) {
      shown.textContent = `(${ticked})`;
      shown.hidden = ticked === 0;
    }
  };

  const toggleTick = () => {
    const box = tickBoxOf(rows[selectedIndex]);
    if (!box) return;
    box.checked = !box.checked;
    showCount();
  };

  const actions = {
    j: () => selectRow(1),
    k: () => selectRow(-1),
    x: toggleTick,
    o: () => rows[selectedIndex]?.querySelector("[data-open]").click(),
  };

  const isTextField = (target) =>
    target.closest("textarea, select, input:not([type=checkbox], [type=radio])");

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
    const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    const action = form && actions[event.key];
    if (!button && !action) return;
    event.preventDefault();
    if (button) button.focus();
    button ? button.click() : action();
  });

  document.querySelectorAll("[data-keys]").forEach((line) => (line.hidden = false));
  if (!form) return;

  // A box that ticks all rows, or all rows of a group. Rows that need more than a tick
  // are left out.
  for (const allBox of form.querySelectorAll("[data-tick-all]")) {
    const group = allBox.dataset.tickAll;
    const selector = group ? `[data-tick="${CSS.escape(group)}"]` : "[data-tick]";
    const boxes = form.querySelectorAll(`input${selector}:not([data-needs-more])`);
    allBox.hidden = boxes.length === 0;
    allBox.addEventListener("change", (event) => {
      boxes.forEach((box) => (box.checked = event.target.checked));
      showCount();
    });
  }
  form.addEventListener("change", showCount);
  form.addEventListener("focusin", (event) => {
    const row = event.target.closest("tr[data-row]");
    if (!row || rows.indexOf(row) === selectedIndex) return;
    rows[selectedIndex]?.removeAttribute("aria-selected");
    selectedIndex = rows.indexOf(row);
    row.setAttribute("aria-selected", "true");
  });
  showCount();
})();
