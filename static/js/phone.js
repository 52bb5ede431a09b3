/* Enters results on a phone, one board after the other. A chosen result is shown at once,
   stored on the phone until the office has it, and sent again until it is answered. It
   never overwrites a result that another user has saved in the meantime: the user then
   chooses between the two. All texts come from the page. */
(() => {
  "use strict";
  const page = document.querySelector("[data-phone]");
  if (!page) return;
  const data = page.dataset;
  const find = (name, of = page) => of.querySelector(`[${name}]`);
  const all = (name, of = page) => [...of.querySelectorAll(`[${name}]`)];
  const storageKey = `phone:${data.code}`;
  const POLL_MILLISECONDS = 30000;

  // --- the boards ------------------------------------------------------------------
  const boards = new Map();
  for (const part of all("data-board")) {
    const players = [...part.querySelectorAll("dd")].map((each) => each.textContent.trim());
    boards.set(part.dataset.board, { id: part.dataset.board, part, line: find(`data-line="${part.dataset.board}"`),
      name: `${part.dataset.number}: ${players.join(" – ")}`, version: part.dataset.version, result: part.dataset.result });
  }
  const ids = [...boards.keys()];
  // The board of a queued change. If the next round was published in the meantime, its
  // board is no longer on the page.
  const boardOf = (change) => boards.get(change.id) ?? { id: change.id, name: change.name, version: change.seen, result: "" };
  // The changes that the office has not stored yet, as they are kept on the phone. One
  // with `told` (the office's answer) is in conflict with what another user has saved.
  let queue = [];
  let sending = false;
  let failures = 0;
  let timer = 0;
  // Why the office no longer accepts the code, while it does not.
  let refusal = "";
  const changesOf = (id) => queue.filter((each) => each.id === id);
  const currentResult = (board) => changesOf(board.id).at(-1)?.result ?? board.result;
  const button = (board, result) => board.part?.querySelector(`button[value="${CSS.escape(result || "open")}"]`);
  const textOf = (board, result) => (result ? button(board, result)?.dataset.text ?? result : data.saysOpen);
  const unfinished = ["", "adjourned", "postponed"];
  // A board that is settled by a withdrawal needs no result.
  const isSettled = (board) => "settled" in (board.part?.dataset ?? {});
  const isMissing = (board) => !isSettled(board) && unfinished.includes(currentResult(board));
  const findConflict = () => queue.find((each) => each.told);
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

  // --- display -----------------------------------------------------------------------
  const paint = (board) => {
    if (!board.line) return;
    const result = currentResult(board);
    const queued = changesOf(board.id);
    const state = queued.some((each) => each.told) ? "conflict" : queued.length ? "saving" : isMissing(board) ? "missing" : "";
    if (state) board.line.dataset.state = state;
    else delete board.line.dataset.state;
    find("data-text", board.line).textContent = result ? textOf(board, result) : isSettled(board) ? "–" : data.saysEmpty;
    for (const each of board.part.querySelectorAll("button[value]")) {
      if (result && each.value === result) each.setAttribute("aria-pressed", "true");
      else each.removeAttribute("aria-pressed");
    }
    const missing = [...boards.values()].filter(isMissing);
    if (find("data-missing")) find("data-missing").textContent = missing.length;
    if (find("data-next")) {
      find("data-next").hidden = !missing.length;
      const link = find("data-to", find("data-next"));
      if (missing.length && link.dataset.to !== missing[0].id) {
        link.textContent = link.textContent.replace(/\d+/, missing[0].part.dataset.number);
        Object.assign(link.dataset, { to: missing[0].id });
        link.setAttribute("href", `#b${missing[0].id}`);
      }
    }
  };
  const showMessage = (text, state = "") => {
    const line = find("data-says");
    line.hidden = false;
    line.textContent = text;
    line.dataset.state = state;
  };
  const showStatus = () => {
    if (findConflict()) showMessage(data.saysConflict, "bad");
    else if (!queue.length) showMessage(data.saysSaved);
    else if (refusal) showMessage(`${data.saysRefused} ${refusal}`, "bad");
    else if (failures) showMessage(`${queue.length} ${data.saysWaiting}`, "waiting");
    else showMessage(data.saysSaving);
    const first = findConflict();
    find("data-conflict").hidden = !first;
    if (!first) return;
    const board = boardOf(first);
    find("data-conflict-game").textContent = first.name;
    find("data-mine").textContent = textOf(board, first.result);
    find("data-theirs").textContent = first.told.theirs;
    find("data-by").textContent = first.told.by;
  };

  // --- storing and sending -----------------------------------------------------------
  const saveQueue = () => {
    try {
      if (queue.length) localStorage.setItem(storageKey, JSON.stringify(queue));
      else localStorage.removeItem(storageKey);
    } catch { /* without storage in the browser, results are still sent */ }
  };
  // Queue a result. A change that was sent may have arrived, so it stays in the queue and
  // the new one follows it; one that was never sent is replaced.
  const setResult = (id, result, seen) => {
    const board = boardOf({ id, seen });
    const queued = changesOf(id).at(-1);
    if (!queued?.told && currentResult(board) === result) return;
    if (queued?.told) { queued.result = result; queued.key = newKey(); }
    else if (queued && !queued.tried) queued.result = result;
    else queue.push({ id, name: board.name, result, key: newKey(), seen: seen ?? (queued ? null : board.version) });
    saveQueue();
    paint(board);
    showStatus();
    send();
  };
  const send = async () => {
    const change = queue.find((each) => !each.told);
    if (sending || !change) return;
    clearTimeout(timer);
    sending = true;
    const board = boardOf(change);
    change.seen ??= board.version;
    change.tried = true;
    saveQueue();
    try {
      const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const body = new URLSearchParams({ result: change.result || "open", version: change.seen, key: change.key });
      const reply = await fetch(`${data.here}${board.id}/`, { method: "POST", body, redirect: "error",
        headers: { "X-CSRFToken": token, "X-Code": data.code, Accept: "application/json" } });
      const isData = (reply.headers.get("content-type") ?? "").startsWith("application/json");
      if (!isData || reply.status >= 500) throw new Error("no answer");
      const answer = await reply.json();
      refusal = reply.status === 401 || reply.status === 403 ? answer.message : "";
      if (refusal) throw new Error("refused");
      failures = 0;
      handleReply(change, board, reply.status, answer);
    } catch {
      failures += 1;
      showStatus();
      timer = setTimeout(send, Math.min(1000 * 2 ** failures, 15000));
      sending = false;
      return;
    }
    sending = false;
    send();
  };
  const handleReply = (change, board, status, answer) => {
    const drop = () => { queue = queue.filter((each) => each !== change); };
    if (status === 200) {
      Object.assign(board, { version: answer.version, result: answer.result });
      drop();
    } else if (status === 409) {
      Object.assign(board, { version: answer.version, result: answer.result });
      const newest = changesOf(board.id).at(-1);
      queue = queue.filter((each) => each.id !== board.id);
      if (newest.result !== answer.result) queue.push({ ...newest, told: answer });
    } else drop();
    saveQueue();
    paint(board);
    showStatus();
    if (status !== 200 && status !== 409) {
      if (board.line) board.line.dataset.state = "refused";
      showMessage(`${data.saysRefused} ${answer.message}`, "bad");
    }
  };
  const resolveConflict = (mine) => {
    const change = findConflict();
    const board = boardOf(change);
    queue = queue.filter((each) => each !== change);
    saveQueue();
    if (mine && boards.has(change.id)) setResult(change.id, change.result, change.told.version);
    paint(board);
    showStatus();
  };

  // --- one board after the other ---------------------------------------------------------
  const shownBoard = () => boards.get(location.hash.slice(2));
  const showBoardOrList = () => {
    const board = shownBoard();
    for (const each of boards.values()) each.part.hidden = each !== board;
    find("data-list").hidden = Boolean(board);
    (board ? board.part : find("data-list")).querySelector("h1").focus();
    window.scrollTo(0, 0);
  };
  const openBoard = (id) => { location.hash = id ? `b${id}` : ""; };
  const nextMissing = (id) => {
    const place = ids.indexOf(id);
    return [...ids.slice(place + 1), ...ids.slice(0, place)].find((each) => isMissing(boards.get(each)));
  };
  for (const [place, id] of ids.entries()) {
    const { part } = boards.get(id);
    const link = (name, other) => {
      if (other) find(name, part).setAttribute("href", `#b${other}`);
      find(name, part).toggleAttribute("data-off", !other);
    };
    link("data-before", ids[place - 1]);
    link("data-after", ids[place + 1]);
    find("data-answers", part).addEventListener("submit", (event) => {
      event.preventDefault();
      const result = event.submitter?.value;
      if (!result) return;
      setResult(id, result === "open" ? "" : result);
      openBoard(nextMissing(id));
    });
  }
  for (const link of all("data-to")) link.setAttribute("href", `#b${link.dataset.to}`);

  // --- results that others enter in the meantime ---------------------------------------------
  const poll = async () => {
    if (document.hidden || queue.length || sending) return;
    try {
      const reply = await fetch(data.here, { headers: { Accept: "application/json" } });
      if (!reply.ok) return;
      const latest = (await reply.json()).boards;
      if (latest.map((each) => String(each.pairing)).join() !== ids.join()) {
        if (!shownBoard()) location.reload();
        return;
      }
      for (const each of latest) {
        const board = boards.get(String(each.pairing));
        Object.assign(board, { version: each.version, result: each.result });
        paint(board);
      }
    } catch { /* the network may be back at the next poll */ }
  };

  // --- start ----------------------------------------------------------------------------------
  find("data-take-mine").addEventListener("click", () => resolveConflict(true));
  find("data-take-theirs").addEventListener("click", () => resolveConflict(false));
  document.querySelector("[data-leave]")?.addEventListener("submit", (event) => {
    if (queue.length && !window.confirm(event.target.dataset.leave)) event.preventDefault();
    else localStorage.removeItem(storageKey);
  });
  window.addEventListener("hashchange", showBoardOrList);
  window.addEventListener("online", send);
  try {
    queue = JSON.parse(localStorage.getItem(storageKey) ?? "[]").map(({ told: _told, ...each }) => each);
  } catch { /* stored data that cannot be read is ignored */ }
  for (const board of boards.values()) paint(board);
  if (queue.length) showStatus();
  if (shownBoard()) showBoardOrList();
  setInterval(poll, POLL_MILLISECONDS);
  document.addEventListener("visibilitychange", poll);
  send();
})();
