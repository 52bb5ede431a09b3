/* Entering results: what is typed is shown at once, sent at once, kept until the
   office has it, and never written over what somebody else has saved unseen.
   All words come from the page. */
(() => {
  "use strict";
  const sheet = document.querySelector("[data-entry]");
  if (!sheet) return;
  // On a telephone a crosstable opens by rounds, until somebody asks for the table.
  const isNarrow = window.matchMedia("(width < 45rem)").matches;
  if (isNarrow && sheet.querySelector("[data-board]") && !new URLSearchParams(location.search).has("view")) {
    location.replace("?view=boards");
    return;
  }
  const says = sheet.dataset;
  const keys = new Map(JSON.parse(says.keys).map((key) => [key.key, key]));
  const faces = new Map();
  for (const key of keys.values()) {
    faces.set(key.white, { finished: key.finished, white: [key.own, key.ownHalves], black: [key.other, key.otherHalves] });
    faces.set(key.black, { finished: key.finished, white: [key.other, key.otherHalves], black: [key.own, key.ownHalves] });
  }
  const find = (name, of = sheet) => of.querySelector(`[${name}]`);
  const all = (name, of = sheet) => [...of.querySelectorAll(`[${name}]`)];
  // What is typed belongs to the account that types it, and is offered to no other.
  const store = `entry:${says.account}:${says.section}`;

  // --- the boards as the page knows them --------------------------------------
  const boards = new Map();
  const board = (id, place) => {
    if (!boards.has(id)) {
      boards.set(id, { id, url: place.dataset.url, version: place.dataset.version,
        result: place.dataset.result, isSettled: "settled" in place.dataset, boxes: [], row: null });
    }
    return boards.get(id);
  };
  for (const box of all("data-board")) board(box.dataset.board, box).boxes.push(box);
  const inGrid = boards.size > 0;
  if (!inGrid) for (const row of all("data-row")) board(row.dataset.row, row).row = row;
  const current = (at) => (queue.has(at.id) ? queue.get(at.id).result : at.result);
  // A board that a withdrawal has settled waits for nothing.
  const isOpen = (at) => !at.isSettled && !faces.get(current(at)).finished;
  const open = () => [...boards.values()].filter(isOpen).length;
  const queue = new Map();
  const openAtFirst = open();
  // What can be undone and what can be done again: boards with the result to bring back,
  // from before the page was loaded too.
  const known = (steps) => steps.filter((each) => boards.has(each.id));
  let { done, undone } = JSON.parse(says.turns);
  [done, undone] = [known(done), known(undone)];
  const conflicts = [];
  const disputed = (at) => conflicts.find((each) => each.id === at.id);
  let sending = false;
  let failures = 0;

  // --- showing ------------------------------------------------------------------
  const places = (at) => (at.row ? [at.row] : at.boxes.map((box) => (box.parentElement.matches(".twice") ? box : box.parentElement)));
  const mark = (at, state) => {
    for (const place of places(at)) {
      if (state) place.dataset.state = state;
      else delete place.dataset.state;
    }
  };
  const paint = (at) => {
    const result = current(at);
    for (const box of at.boxes) box.value = faces.get(result)[box.dataset.colour][0];
    if (at.row) {
      for (const radio of at.row.querySelectorAll("input[type=radio]")) radio.checked = radio.value === result;
      const other = at.row.querySelector(".answers-rest input:checked");
      find("data-other", at.row).textContent = other?.value ? other.nextSibling.textContent.trim() : "";
    }
    mark(at, disputed(at) ? "conflict" : queue.has(at.id) ? "saving" : isOpen(at) ? "missing" : "");
    if (inGrid) for (const box of at.boxes) addUp(box.closest("tr"));
  };
  const addUp = (line) => {
    const sum = find("data-sum", line);
    if (!sum) return;
    let halves = 0;
    for (const box of all("data-board", line)) {
      // A board of somebody who has left counts what the table counts of it.
      const face = faces.get(current(boards.get(box.dataset.board)));
      const isSettled = "annulled" in box.dataset || ("settled" in box.dataset && !face.finished);
      halves += isSettled ? Number(box.dataset.counts) : face[box.dataset.colour][1];
    }
    const whole = Math.floor(halves / 2);
    sum.textContent = halves % 2 ? `${whole || ""}½` : String(whole);
  };
  const tell = (words, isWrong = false) => {
    const line = find("data-says");
    line.textContent = words;
    line.toggleAttribute("data-wrong", isWrong);
  };
  const tellState = () => {
    if (!queue.size) tell(conflicts.length ? says.saysConflict : says.saysSaved);
    else tell(failures ? `${queue.size} ${says.saysWaiting}` : says.saysSaving);
    find("data-undo").disabled = !done.length;
    find("data-redo").disabled = !undone.length;
    const left = Number(says.missing) - openAtFirst + open();
    for (const count of document.querySelectorAll("[data-missing-count]")) count.textContent = left;
    for (const dot of document.querySelectorAll("[data-round-missing]")) dot.hidden = !open();
    for (const part of document.querySelectorAll("[data-while-missing]")) part.hidden = !left;
    for (const part of document.querySelectorAll("[data-when-complete]")) part.hidden = Boolean(left);
  };

  // --- keeping and sending ---------------------------------------------------------
  const keep = () => {
    try {
      if (queue.size) localStorage.setItem(store, JSON.stringify([...queue]));
      else localStorage.removeItem(store);
    } catch { /* a browser that keeps nothing still sends */ }
  };
  const write = (at, result, { undoable = true, finished, turn = "" } = {}) => {
    if (disputed(at)) return rewriteMine(at, result, finished);
    const standing = current(at);
    if (undoable && finished === undefined && standing === result) return;
    if (undoable) {
      done.push({ id: at.id, result: standing });
      undone = [];
    }
    const waiting = queue.get(at.id);
    queue.set(at.id, { result, seen: waiting?.seen ?? at.version, finished: finished ?? waiting?.finished, turn });
    paint(at);
    keep();
    tellState();
    send();
  };
  const token = () =>
    document.cookie.match(/(?:^|; )(?:__Host-)?csrftoken=([^;]*)/)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const send = async () => {
    if (sending || !queue.size) return;
    sending = true;
    const [id, wish] = queue.entries().next().value;
    try {
      const body = new URLSearchParams({ result: wish.result, version: wish.seen, finished: wish.finished ?? "", turn: wish.turn ?? "" });
      const reply = await fetch(boards.get(id).url, {
        method: "POST", body, headers: { "X-CSRFToken": token(), "X-Account": says.account, Accept: "application/json" } });
      const isData = (reply.headers.get("content-type") ?? "").startsWith("application/json");
      if (!isData || reply.status === 401) throw new Error(reply.status < 500 ? "door" : "office");
      settle(id, wish, reply.status, await reply.json());
      failures = 0;
    } catch (error) {
      failures += 1;
      tellState();
      if (error.message === "door") tell(says.saysSignedOut);
      setTimeout(send, Math.min(1000 * 2 ** failures, 15000));
      sending = false;
      return;
    }
    sending = false;
    keep();
    if (queue.size) send();
  };
  const settle = (id, wish, status, told) => {
    const at = boards.get(id);
    const newer = queue.get(id) !== wish ? queue.get(id) : null;
    if (status === 200 || status === 409) Object.assign(at, { version: told.version, result: told.result });
    if (status === 409) {
      queue.delete(id);
      // What stood before was never theirs: undoing must not bring it back.
      [done, undone] = [done, undone].map((steps) => steps.filter((each) => each.id !== id));
      conflicts.push({ id, wish: newer ?? wish, told });
      showConflict();
    } else if (status === 200 && newer) newer.seen = told.version;
    else queue.delete(id);
    paint(at);
    tellState();
    if (status !== 200 && status !== 409) {
      mark(at, "refused");
      tell(`${says.saysRefused} ${told.message}`);
    }
  };

  // --- two have written ----------------------------------------------------------------
  const panel = find("data-conflict");
  const whiteBox = (at) => at.boxes.find((box) => box.dataset.colour === "white");
  const nameOf = (at) => whiteBox(at)?.getAttribute("aria-label") ?? at.row.querySelector("legend").textContent.trim();
  const showConflict = () => {
    panel.hidden = !conflicts.length;
    if (!conflicts.length) return;
    const { id, wish, told } = conflicts[0];
    const mine = faces.get(wish.result);
    find("data-conflict-game").textContent = nameOf(boards.get(id));
    find("data-mine").textContent = wish.result ? `${mine.white[0]}–${mine.black[0]}` : says.saysEmpty;
    find("data-theirs").textContent = told.theirs;
    find("data-by").textContent = told.by;
  };
  // Typing into a board that waits for the choice is no choice yet: the panel shows
  // it as mine, and theirs stands until the person has said so.
  const rewriteMine = (at, result, finished) => {
    const conflict = disputed(at);
    conflict.wish = finished === undefined ? { ...conflict.wish, result } : { ...conflict.wish, finished };
    if (conflict.wish.finished === undefined && result === at.result) conflicts.splice(conflicts.indexOf(conflict), 1);
    paint(at);
    showConflict();
    tellState();
  };
  const choose = (mine) => {
    const { id, wish } = conflicts.shift();
    const at = boards.get(id);
    if (mine) write(at, wish.result, { undoable: false, finished: wish.finished });
    paint(at);
    showConflict();
    tellState();
  };
  find("data-take-mine").addEventListener("click", () => choose(true));
  find("data-take-theirs").addEventListener("click", () => choose(false));
  const turn = (from, into, nothing, way) => {
    const last = from.pop();
    if (!last) return tell(nothing);
    const at = boards.get(last.id);
    into.push({ id: at.id, result: current(at) });
    write(at, last.result, { undoable: false, turn: way });
    focusOn(at);
    return undefined;
  };
  const undo = () => turn(done, undone, says.saysNothing, "undo");
  const redo = () => turn(undone, done, says.saysNothingAgain, "redo");
  find("data-undo").addEventListener("click", undo);
  find("data-redo").addEventListener("click", redo);
  const focusOn = (at) => (at.boxes[0] ?? at.row.querySelector("input:checked, input")).focus();

  // --- keys --------------------------------------------------------------------------------
  const boxes = all("data-board");
  const step = (from, by) => boxes[boxes.indexOf(from) + by]?.focus();
  const leap = (from, lines) => {
    const rows = [...from.closest("tbody").rows];
    const column = from.parentElement.cellIndex;
    for (let at = rows.indexOf(from.closest("tr")) + lines; rows[at]; at += lines) {
      const box = find("data-board", rows[at].cells[column]);
      if (box) return box.focus();
    }
    return undefined;
  };
  const moves = {
    ArrowRight: (box) => step(box, 1), ArrowLeft: (box) => step(box, -1),
    ArrowDown: (box) => leap(box, 1), ArrowUp: (box) => leap(box, -1), Enter: (box) => leap(box, 1),
  };
  const meaning = (key) => keys.get(key) ?? keys.get(key.toLowerCase());
  const typed = (box, key) => {
    const found = meaning(key);
    const at = boards.get(box.dataset.board);
    if (!found) {
      paint(at);
      (box.parentElement.matches(".twice") ? box : box.parentElement).dataset.state = "refused";
      tell(says.saysUnknown, true);
      return;
    }
    write(at, box.dataset.colour === "white" ? found.white : found.black);
    if (key !== "Delete" && key !== "Backspace") step(box, 1);
  };
  // After the page is loaded nothing has the focus, and the keys undo all the same; in a
  // field outside of the sheet they are the browser's own.
  document.addEventListener("keydown", (event) => {
    const held = event.ctrlKey || event.metaKey;
    const letter = event.key.toLowerCase();
    if (!held || !["z", "y"].includes(letter)) return;
    if (!sheet.contains(event.target) && event.target !== document.body) return;
    event.preventDefault();
    if (letter === "y" || event.shiftKey) redo();
    else undo();
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const box = event.target.closest("[data-board]");
    const row = event.target.closest("[data-row]");
    if (box && !box.readOnly) inBox(event, box);
    else if (row && event.target.type === "radio") inRow(event, row);
  });
  const inBox = (event, box) => {
    const move = moves[event.key];
    if (!move && event.key.length > 1 && !meaning(event.key)) return;
    event.preventDefault();
    if (move) move(box);
    else typed(box, event.key);
  };
  const rows = all("data-row");
  const inRow = (event, row) => {
    const at = boards.get(row.dataset.row);
    const found = meaning(event.key);
    const next = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    const radios = [...row.querySelectorAll("input[type=radio]")];
    const side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!found && !next && !side) return;
    event.preventDefault();
    if (found) write(at, found.white);
    const goal = rows[rows.indexOf(row) + (next ?? (found?.white ? 1 : 0))];
    if (side) radios[radios.indexOf(event.target) + side]?.focus();
    else if (goal) goal.querySelector("input:checked, input[type=radio]").focus();
  };
  // A telephone's keyboard sends no keys, only what is in the box afterwards.
  sheet.addEventListener("input", (event) => {
    const box = event.target.closest("[data-board]");
    if (box) typed(box, box.value.trim().slice(-1) || "Delete");
  });
  sheet.addEventListener("focusin", (event) => event.target.closest("[data-board]")?.select());
  sheet.addEventListener("change", (event) => {
    const row = event.target.closest("[data-row]");
    if (inGrid || !row) return;
    const at = boards.get(row.dataset.row);
    if (event.target.type === "radio") write(at, event.target.value);
    if (event.target.type === "date") write(at, current(at), { finished: event.target.value || "none" });
  });
  find("data-boards")?.addEventListener("submit", (event) => { if (!inGrid) event.preventDefault(); });

  // --- the page wakes --------------------------------------------------------------------------
  for (const part of all("data-with-script")) part.hidden = false;
  for (const part of all("data-without-script")) part.remove();
  for (const part of all("data-save")) part.hidden = true;
  find("data-status").hidden = false;
  window.addEventListener("online", send);
  window.addEventListener("beforeunload", (event) => { if (queue.size) event.preventDefault(); });
  try {
    for (const [id, wish] of JSON.parse(localStorage.getItem(store) ?? "[]")) if (boards.has(id)) queue.set(id, wish);
  } catch { /* what is unreadable was not ours */ }
  for (const at of boards.values()) paint(at);
  tellState();
  send();
})();
