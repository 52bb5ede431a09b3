/* Results on a telephone: one board after the other. What is pressed is shown at once,
   kept on the phone until the office has it, sent again until it is answered, and never
   written over what somebody else has saved unseen. All words come from the page. */
(() => {
  "use strict";
  const page = document.querySelector("[data-phone]");
  if (!page) return;
  const says = page.dataset;
  const find = (name, of = page) => of.querySelector(`[${name}]`);
  const all = (name, of = page) => [...of.querySelectorAll(`[${name}]`)];
  const store = `phone:${says.code}`;
  const POLL = 30000;

  // --- the boards ------------------------------------------------------------------
  const boards = new Map();
  for (const part of all("data-board")) {
    const players = [...part.querySelectorAll("dd")].map((each) => each.textContent.trim());
    boards.set(part.dataset.board, { id: part.dataset.board, part, line: find(`data-line="${part.dataset.board}"`),
      name: `${part.dataset.number}: ${players.join(" – ")}`, version: part.dataset.version, result: part.dataset.result });
  }
  const ids = [...boards.keys()];
  // A result that waited until the next round was published: its board is on the page no more.
  const boardOf = (wish) => boards.get(wish.id) ?? { id: wish.id, name: wish.name, version: wish.seen, result: "" };
  let queue = [];
  let sending = false;
  let failures = 0;
  let timer = 0;
  let door = "";
  const wishes = (id) => queue.filter((each) => each.id === id);
  const current = (at) => wishes(at.id).at(-1)?.result ?? at.result;
  const button = (at, result) => at.part?.querySelector(`button[value="${CSS.escape(result || "open")}"]`);
  const words = (at, result) => (result ? button(at, result)?.dataset.text ?? result : says.saysOpen);
  const unfinished = ["", "adjourned", "postponed"];
  // A board that a withdrawal has settled waits for nothing.
  const isSettled = (at) => "settled" in (at.part?.dataset ?? {});
  const isMissing = (at) => !isSettled(at) && unfinished.includes(current(at));
  const conflict = () => queue.find((each) => each.told);
  const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");

  // --- showing -----------------------------------------------------------------------
  const paint = (at) => {
    if (!at.line) return;
    const result = current(at);
    const waiting = wishes(at.id);
    const state = waiting.some((each) => each.told) ? "conflict" : waiting.length ? "saving" : isMissing(at) ? "missing" : "";
    if (state) at.line.dataset.state = state;
    else delete at.line.dataset.state;
    find("data-text", at.line).textContent = result ? words(at, result) : isSettled(at) ? "–" : says.saysEmpty;
    for (const each of at.part.querySelectorAll("button[value]")) {
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
  const tell = (text, state = "") => {
    const line = find("data-says");
    line.hidden = false;
    line.textContent = text;
    line.dataset.state = state;
  };
  const tellState = () => {
    if (conflict()) tell(says.saysConflict, "bad");
    else if (!queue.length) tell(says.saysSaved);
    else if (door) tell(`${says.saysRefused} ${door}`, "bad");
    else if (failures) tell(`${queue.length} ${says.saysWaiting}`, "waiting");
    else tell(says.saysSaving);
    const first = conflict();
    find("data-conflict").hidden = !first;
    if (!first) return;
    const at = boardOf(first);
    find("data-conflict-game").textContent = first.name;
    find("data-mine").textContent = words(at, first.result);
    find("data-theirs").textContent = first.told.theirs;
    find("data-by").textContent = first.told.by;
  };

  // --- keeping and sending -----------------------------------------------------------
  const keep = () => {
    try {
      if (queue.length) localStorage.setItem(store, JSON.stringify(queue));
      else localStorage.removeItem(store);
    } catch { /* a browser that keeps nothing still sends */ }
  };
  // What has been tried may have arrived: only what has not is replaced.
  const write = (id, result, seen) => {
    const at = boardOf({ id, seen });
    const waiting = wishes(id).at(-1);
    if (!waiting?.told && current(at) === result) return;
    if (waiting?.told) { waiting.result = result; waiting.key = newKey(); }
    else if (waiting && !waiting.tried) waiting.result = result;
    else queue.push({ id, name: at.name, result, key: newKey(), seen: seen ?? (waiting ? null : at.version) });
    keep();
    paint(at);
    tellState();
    send();
  };
  const send = async () => {
    const wish = queue.find((each) => !each.told);
    if (sending || !wish) return;
    clearTimeout(timer);
    sending = true;
    const at = boardOf(wish);
    wish.seen ??= at.version;
    wish.tried = true;
    keep();
    try {
      const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
      const body = new URLSearchParams({ result: wish.result || "open", version: wish.seen, key: wish.key });
      const reply = await fetch(`${says.here}${at.id}/`, { method: "POST", body, redirect: "error",
        headers: { "X-CSRFToken": token, "X-Code": says.code, Accept: "application/json" } });
      const isData = (reply.headers.get("content-type") ?? "").startsWith("application/json");
      if (!isData || reply.status >= 500) throw new Error("office");
      const told = await reply.json();
      door = reply.status === 401 || reply.status === 403 ? told.message : "";
      if (door) throw new Error("door");
      failures = 0;
      settle(wish, at, reply.status, told);
    } catch {
      failures += 1;
      tellState();
      timer = setTimeout(send, Math.min(1000 * 2 ** failures, 15000));
      sending = false;
      return;
    }
    sending = false;
    send();
  };
  const settle = (wish, at, status, told) => {
    const drop = () => { queue = queue.filter((each) => each !== wish); };
    if (status === 200) {
      Object.assign(at, { version: told.version, result: told.result });
      drop();
    } else if (status === 409) {
      Object.assign(at, { version: told.version, result: told.result });
      const newest = wishes(at.id).at(-1);
      queue = queue.filter((each) => each.id !== at.id);
      if (newest.result !== told.result) queue.push({ ...newest, told });
    } else drop();
    keep();
    paint(at);
    tellState();
    if (status !== 200 && status !== 409) {
      if (at.line) at.line.dataset.state = "refused";
      tell(`${says.saysRefused} ${told.message}`, "bad");
    }
  };
  const choose = (mine) => {
    const wish = conflict();
    const at = boardOf(wish);
    queue = queue.filter((each) => each !== wish);
    keep();
    if (mine && boards.has(wish.id)) write(wish.id, wish.result, wish.told.version);
    paint(at);
    tellState();
  };

  // --- one board after the other ---------------------------------------------------------
  const shownBoard = () => boards.get(location.hash.slice(2));
  const show = () => {
    const at = shownBoard();
    for (const each of boards.values()) each.part.hidden = each !== at;
    find("data-list").hidden = Boolean(at);
    (at ? at.part : find("data-list")).querySelector("h1").focus();
    window.scrollTo(0, 0);
  };
  const go = (id) => { location.hash = id ? `b${id}` : ""; };
  const following = (id) => {
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
      write(id, result === "open" ? "" : result);
      go(following(id));
    });
  }
  for (const link of all("data-to")) link.setAttribute("href", `#b${link.dataset.to}`);

  // --- what others enter meanwhile ---------------------------------------------------------
  const look = async () => {
    if (document.hidden || queue.length || sending) return;
    try {
      const reply = await fetch(says.here, { headers: { Accept: "application/json" } });
      if (!reply.ok) return;
      const told = (await reply.json()).boards;
      if (told.map((each) => String(each.pairing)).join() !== ids.join()) {
        if (!shownBoard()) location.reload();
        return;
      }
      for (const each of told) {
        const at = boards.get(String(each.pairing));
        Object.assign(at, { version: each.version, result: each.result });
        paint(at);
      }
    } catch { /* the next look may find the network */ }
  };

  // --- the page wakes -------------------------------------------------------------------------
  find("data-take-mine").addEventListener("click", () => choose(true));
  find("data-take-theirs").addEventListener("click", () => choose(false));
  document.querySelector("[data-leave]")?.addEventListener("submit", (event) => {
    if (queue.length && !window.confirm(event.target.dataset.leave)) event.preventDefault();
    else localStorage.removeItem(store);
  });
  window.addEventListener("hashchange", show);
  window.addEventListener("online", send);
  try {
    queue = JSON.parse(localStorage.getItem(store) ?? "[]").map(({ told: _told, ...each }) => each);
  } catch { /* what is unreadable was not ours */ }
  for (const at of boards.values()) paint(at);
  if (queue.length) tellState();
  if (shownBoard()) show();
  setInterval(look, POLL);
  document.addEventListener("visibilitychange", look);
  send();
})();
