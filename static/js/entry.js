/* Enters results in a crosstable or a list of boards. A typed result is shown and sent
   at once, and kept in the browser until the office has stored it. It never overwrites a
   result that another user has saved in the meantime: the user then chooses between the
   two. All texts come from the page. */
(() => {
  "use strict";
  const sheet = document.querySelector("[data-entry]");
  if (!sheet) return;
  // On a phone a crosstable opens as a list of boards, unless the address says which
  // view is wanted.
  const isNarrow = window.matchMedia("(width < 45rem)").matches;
  if (isNarrow && sheet.querySelector("[data-board]") && !new URLSearchParams(location.search).has("view")) {
    location.replace("?view=boards");
    return;
  }
  const data = sheet.dataset;
  const keys = new Map(JSON.parse(data.keys).map((key) => [key.key, key]));
  // For each result: whether the game is finished, and for each side the text in its box
  // and its half points.
  const outcomes = new Map();
  for (const key of keys.values()) {
    outcomes.set(key.white, { finished: key.finished, white: [key.own, key.ownHalves], black: [key.other, key.otherHalves] });
    outcomes.set(key.black, { finished: key.finished, white: [key.other, key.otherHalves], black: [key.own, key.ownHalves] });
  }
  const find = (name, of = sheet) => of.querySelector(`[${name}]`);
  const all = (name, of = sheet) => [...of.querySelectorAll(`[${name}]`)];
  // Unsent results belong to the account that typed them: no other account sees them.
  const storageKey = `entry:${data.account}:${data.section}`;

  // --- the boards on the page -------------------------------------------------
  const boards = new Map();
  const addBoard = (id, place) => {
    if (!boards.has(id)) {
      boards.set(id, { id, url: place.dataset.url, version: place.dataset.version,
        result: place.dataset.result, isSettled: "settled" in place.dataset, boxes: [], row: null });
    }
    return boards.get(id);
  };
  for (const box of all("data-board")) addBoard(box.dataset.board, box).boxes.push(box);
  const inGrid = boards.size > 0;
  if (!inGrid) for (const row of all("data-row")) addBoard(row.dataset.row, row).row = row;
  const currentResult = (board) => (queue.has(board.id) ? queue.get(board.id).result : board.result);
  // A board that is settled by a withdrawal needs no result.
  const isOpen = (board) => !board.isSettled && !outcomes.get(currentResult(board)).finished;
  const countOpen = () => [...boards.values()].filter(isOpen).length;
  // The changes that the office has not stored yet, by board.
  const queue = new Map();
  const openAtLoad = countOpen();
  // The changes that can be undone and redone: each a board and the result to restore.
  // They include changes made before the page was loaded.
  const stepsOnPage = (steps) => steps.filter((each) => boards.has(each.id));
  let { done, undone } = JSON.parse(data.turns);
  [done, undone] = [stepsOnPage(done), stepsOnPage(undone)];
  const conflicts = [];
  const conflictOf = (board) => conflicts.find((each) => each.id === board.id);
  let sending = false;
  let failures = 0;

  // --- display ------------------------------------------------------------------
  const cellsOf = (board) => (board.row ? [board.row] : board.boxes.map((box) => (box.parentElement.matches(".twice") ? box : box.parentElement)));
  const setState = (board, state) => {
    for (const place of cellsOf(board)) {
      if (state) place.dataset.state = state;
      else delete place.dataset.state;
    }
  };
  const paint = (board) => {
    const result = currentResult(board);
    for (const box of board.boxes) box.value = outcomes.get(result)[box.dataset.colour][0];
    if (board.row) {
      for (const radio of board.row.querySelectorAll("input[type=radio]")) radio.checked = radio.value === result;
      const other = board.row.querySelector(".answers-rest input:checked");
      find("data-other", board.row).textContent = other?.value ? other.nextSibling.textContent.trim() : "";
    }
    setState(board, conflictOf(board) ? "conflict" : queue.has(board.id) ? "saving" : isOpen(board) ? "missing" : "");
    if (inGrid) for (const box of board.boxes) showSum(box.closest("tr"));
  };
  const showSum = (line) => {
    const sum = find("data-sum", line);
    if (!sum) return;
    let halves = 0;
    for (const box of all("data-board", line)) {
      // A board that a withdrawal has annulled or settled counts as in the table.
      const outcome = outcomes.get(currentResult(boards.get(box.dataset.board)));
      const isSettled = "annulled" in box.dataset || ("settled" in box.dataset && !outcome.finished);
      halves += isSettled ? Number(box.dataset.counts) : outcome[box.dataset.colour][1];
    }
    const whole = Math.floor(halves / 2);
    sum.textContent = halves % 2 ? `${whole || ""}½` : String(whole);
  };
  const showMessage = (words, isError = false) => {
    const line = find("data-says");
    line.textContent = words;
    line.toggleAttribute("data-wrong", isError);
  };
  const showStatus = () => {
    if (!queue.size) showMessage(conflicts.length ? data.saysConflict : data.saysSaved);
    else if (!failures) showMessage(data.saysSaving);
    else showMessage(queue.size === 1 ? data.saysOneWaiting : `${queue.size} ${data.saysWaiting}`);
    find("data-undo").disabled = !done.length;
    find("data-redo").disabled = !undone.length;
    const left = Number(data.missing) - openAtLoad + countOpen();
    for (const count of document.querySelectorAll("[data-missing-count]")) count.textContent = left;
    for (const dot of document.querySelectorAll("[data-round-missing]")) dot.hidden = !countOpen();
    for (const part of document.querySelectorAll("[data-while-missing]")) part.hidden = !left;
    for (const part of document.querySelectorAll("[data-when-complete]")) part.hidden = Boolean(left);
  };

  // --- storing and sending ---------------------------------------------------------
  const saveQueue = () => {
    try {
      if (queue.size) localStorage.setItem(storageKey, JSON.stringify([...queue]));
      else localStorage.removeItem(storageKey);
    } catch { /* without storage in the browser, results are still sent */ }
  };
  const setResult = (board, result, { undoable = true, finished, turn = "" } = {}) => {
    if (conflictOf(board)) return changeMine(board, result, finished);
    const previous = currentResult(board);
    if (undoable && finished === undefined && previous === result) return;
    if (undoable) {
      done.push({ id: board.id, result: previous });
      undone = [];
    }
    const queued = queue.get(board.id);
    queue.set(board.id, { result, seen: queued?.seen ?? board.version, finished: finished ?? queued?.finished, turn });
    paint(board);
    saveQueue();
    showStatus();
    send();
  };
  const token = () =>
    document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]*)/)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const send = async () => {
    if (sending || !queue.size) return;
    sending = true;
    const [id, change] = queue.entries().next().value;
    try {
      const body = new URLSearchParams({ result: change.result, version: change.seen, finished: change.finished ?? "", turn: change.turn ?? "" });
      const reply = await fetch(boards.get(id).url, {
        method: "POST", body, headers: { "X-CSRFToken": token(), "X-Account": data.account, Accept: "application/json" } });
      const isData = (reply.headers.get("content-type") ?? "").startsWith("application/json");
      if (!isData || reply.status === 401) throw new Error(reply.status < 500 ? "signed out" : "no answer");
      handleReply(id, change, reply.status, await reply.json());
      failures = 0;
    } catch (error) {
      failures += 1;
      showStatus();
      if (error.message === "signed out") showMessage(data.saysSignedOut);
      setTimeout(send, Math.min(1000 * 2 ** failures, 15000));
      sending = false;
      return;
    }
    sending = false;
    saveQueue();
    if (queue.size) send();
  };
  const handleReply = (id, change, status, answer) => {
    const board = boards.get(id);
    const newer = queue.get(id) !== change ? queue.get(id) : null;
    if (status === 200 || status === 409) Object.assign(board, { version: answer.version, result: answer.result });
    if (status === 409) {
      queue.delete(id);
      // The result before was not this user's: undoing must not restore it.
      [done, undone] = [done, undone].map((steps) => steps.filter((each) => each.id !== id));
      conflicts.push({ id, change: newer ?? change, answer });
      showConflict();
    } else if (status === 200 && newer) newer.seen = answer.version;
    else queue.delete(id);
    paint(board);
    showStatus();
    if (status !== 200 && status !== 409) {
      // Nothing was written, so there is nothing to undo.
      const step = done.map((each) => each.id).lastIndexOf(id);
      if (step >= 0 && !change.turn && !newer) done.splice(step, 1);
      showStatus();
      setState(board, "refused");
      showMessage(`${data.saysRefused} ${answer.message}`, true);
    }
  };

  // --- conflicts: two users have changed the same board -----------------------------------
  const panel = find("data-conflict");
  const whiteBox = (board) => board.boxes.find((box) => box.dataset.colour === "white");
  const nameOf = (board) => whiteBox(board)?.getAttribute("aria-label") ?? board.row.querySelector("legend").textContent.trim();
  const showConflict = () => {
    panel.hidden = !conflicts.length;
    if (!conflicts.length) return;
    const { id, change, answer } = conflicts[0];
    const mine = outcomes.get(change.result);
    find("data-conflict-game").textContent = nameOf(boards.get(id));
    find("data-mine").textContent = change.result ? `${mine.white[0]}–${mine.black[0]}` : data.saysEmpty;
    find("data-theirs").textContent = answer.theirs;
    find("data-by").textContent = answer.by;
  };
  // Change this user's side of a conflict. Typing a result does not resolve the conflict:
  // the panel shows it as the user's own, and the other user's result stays stored until
  // this user chooses. Typing the stored result ends the conflict.
  const changeMine = (board, result, finished) => {
    const conflict = conflictOf(board);
    conflict.change = finished === undefined ? { ...conflict.change, result } : { ...conflict.change, finished };
    if (conflict.change.finished === undefined && result === board.result) conflicts.splice(conflicts.indexOf(conflict), 1);
    paint(board);
    showConflict();
    showStatus();
  };
  const resolveConflict = (mine) => {
    const { id, change } = conflicts.shift();
    const board = boards.get(id);
    if (mine) setResult(board, change.result, { undoable: false, finished: change.finished });
    paint(board);
    showConflict();
    showStatus();
  };
  find("data-take-mine").addEventListener("click", () => resolveConflict(true));
  find("data-take-theirs").addEventListener("click", () => resolveConflict(false));
  const undoOrRedo = (from, into, emptyText, direction) => {
    const last = from.pop();
    if (!last) return showMessage(emptyText);
    const board = boards.get(last.id);
    into.push({ id: board.id, result: currentResult(board) });
    setResult(board, last.result, { undoable: false, turn: direction });
    focusOn(board);
    return undefined;
  };
  const undo = () => undoOrRedo(done, undone, data.saysNothing, "undo");
  const redo = () => undoOrRedo(undone, done, data.saysNothingAgain, "redo");
  find("data-undo").addEventListener("click", undo);
  find("data-redo").addEventListener("click", redo);
  const focusOn = (board) => (board.boxes[0] ?? board.row.querySelector("input:checked, input")).focus();

  // --- keys --------------------------------------------------------------------------------
  const boxes = all("data-board");
  const focusNext = (from, by) => boxes[boxes.indexOf(from) + by]?.focus();
  const focusInColumn = (from, lines) => {
    const rows = [...from.closest("tbody").rows];
    const column = from.parentElement.cellIndex;
    for (let index = rows.indexOf(from.closest("tr")) + lines; rows[index]; index += lines) {
      const box = find("data-board", rows[index].cells[column]);
      if (box) return box.focus();
    }
    return undefined;
  };
  const moves = {
    ArrowRight: (box) => focusNext(box, 1), ArrowLeft: (box) => focusNext(box, -1),
    ArrowDown: (box) => focusInColumn(box, 1), ArrowUp: (box) => focusInColumn(box, -1), Enter: (box) => focusInColumn(box, 1),
  };
  const keyNamed = (key) => keys.get(key) ?? keys.get(key.toLowerCase());
  const enterKey = (box, key) => {
    const typedKey = keyNamed(key);
    const board = boards.get(box.dataset.board);
    if (!typedKey) {
      paint(board);
      (box.parentElement.matches(".twice") ? box : box.parentElement).dataset.state = "refused";
      showMessage(data.saysUnknown, true);
      return;
    }
    setResult(board, box.dataset.colour === "white" ? typedKey.white : typedKey.black);
    if (key !== "Delete" && key !== "Backspace") focusNext(box, 1);
  };
  // Ctrl+Z and Ctrl+Y also work while nothing has the focus, as when the page was just
  // loaded. In a field outside the sheet they keep the browser's own meaning.
  document.addEventListener("keydown", (event) => {
    const hasModifier = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (!hasModifier || !["z", "y"].includes(letter)) return;
    if (!sheet.contains(event.target) && event.target !== document.body) return;
    event.preventDefault();
    if (letter === "y" || event.shiftKey) redo();
    else undo();
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const box = event.target.closest("[data-board]");
    const row = event.target.closest("[data-row]");
    if (box && !box.readOnly) handleBoxKey(event, box);
    else if (row && event.target.type === "radio") handleRowKey(event, row);
  });
  const handleBoxKey = (event, box) => {
    const move = moves[event.key];
    if (!move && event.key.length > 1 && !keyNamed(event.key)) return;
    event.preventDefault();
    if (move) move(box);
    else enterKey(box, event.key);
  };
  const rows = all("data-row");
  const handleRowKey = (event, row) => {
    const board = boards.get(row.dataset.row);
    const typedKey = keyNamed(event.key);
    const next = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    const radios = [...row.querySelectorAll("input[type=radio]")];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!typedKey && !next && !side) return;
    event.preventDefault();
    if (typedKey) setResult(board, typedKey.white);
    const goal = rows[rows.indexOf(row) + (next ?? (typedKey?.white ? 1 : 0))];
    if (side) radios[radios.indexOf(event.target) + side]?.focus();
    else if (goal) goal.querySelector("input:checked, input[type=radio]").focus();
  };
  // The keyboard of a phone sends no key events: only the content of the box is known.
  sheet.addEventListener("input", (event) => {
    const box = event.target.closest("[data-board]");
    if (box) enterKey(box, box.value.trim().slice(-1) || "Delete");
  });
  sheet.addEventListener("focusin", (event) => event.target.closest("[data-board]")?.select());
  sheet.addEventListener("change", (event) => {
    const row = event.target.closest("[data-row]");
    if (inGrid || !row) return;
    const board = boards.get(row.dataset.row);
    if (event.target.type === "radio") setResult(board, event.target.value);
    if (event.target.type === "date") setResult(board, currentResult(board), { finished: event.target.value || "none" });
  });
  find("data-boards")?.addEventListener("submit", (event) => { if (!inGrid) event.preventDefault(); });

  // --- start -------------------------------------------------------------------------------------
  for (const part of all("data-with-script")) part.hidden = false;
  for (const part of all("data-without-script")) part.remove();
  for (const part of all("data-save")) part.hidden = true;
  find("data-status").hidden = false;
  window.addEventListener("online", send);
  window.addEventListener("beforeunload", (event) => { if (queue.size) event.preventDefault(); });
  try {
    for (const [id, change] of JSON.parse(localStorage.getItem(storageKey) ?? "[]")) if (boards.has(id)) queue.set(id, change);
  } catch { /* stored data that cannot be read is ignored */ }
  for (const board of boards.values()) paint(board);
  showStatus();
  send();
})();
