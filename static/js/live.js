// Keeps a part of a page up to date. It requests the part at intervals, with the mark
// (ETag) of the content shown, and gets an empty answer (304) while nothing has changed.
// It pauses while the page is hidden, and doubles its intervals, up to five minutes, while
// the office does not answer.
(() => {
  "use strict";
  const part = document.querySelector("[data-live]");
  if (!part) return;
  const line = document.querySelector("[data-live-line]");
  const LONGEST_INTERVAL = 300_000;
  const TIMEOUT = 30_000;
  const GONE_STATUSES = [401, 403, 404, 410];
  let mark = part.dataset.mark;
  let failures = 0;
  let requestedAt = Date.now();
  let timer;

  // --- replacing only what has changed, so that the scroll position, what the reader has
  // unfolded, and the keyboard focus stay as they are.
  const READER_ATTRIBUTES = ["open", "hidden"];

  const isSameKind = (old, next) => old.nodeType === next.nodeType && old.nodeName === next.nodeName;

  const updateAttributes = (old, next) => {
    for (const { name } of [...old.attributes])
      if (!next.hasAttribute(name) && !READER_ATTRIBUTES.includes(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (old.getAttribute(name) !== value && !READER_ATTRIBUTES.includes(name)) old.setAttribute(name, value);
  };

  // Nodes of the same kind at the beginning and at the end are updated in place, so that a
  // line inserted between them moves no other.
  const updateChildren = (old, next) => {
    const olds = [...old.childNodes];
    const nexts = [...next.childNodes];
    const shorter = Math.min(olds.length, nexts.length);
    let head = 0;
    while (head < shorter && isSameKind(olds[head], nexts[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && isSameKind(olds.at(-1 - tail), nexts.at(-1 - tail))) tail += 1;
    const after = tail ? olds.at(-tail) : null;
    const between = olds.slice(head, olds.length - tail);
    for (let i = 0; i < head; i += 1) updateNode(olds[i], nexts[i]);
    for (let i = 1; i <= tail; i += 1) updateNode(olds.at(-i), nexts.at(-i));
    nexts.slice(head, nexts.length - tail).forEach((child, i) => {
      if (!between[i]) old.insertBefore(child, after);
      else if (isSameKind(between[i], child)) updateNode(between[i], child);
      else between[i].replaceWith(child);
    });
    for (const rest of between.slice(nexts.length - tail - head)) rest.remove();
  };

  const updateNode = (old, next) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== next.data) old.data = next.data;
      return;
    }
    const before = "fresh" in old.dataset ? old.textContent.trim() : null;
    updateAttributes(old, next);
    updateChildren(old, next);
    if (before !== null && before !== old.textContent.trim()) old.classList.add("just-changed");
  };

  const showContent = (html) => {
    const next = document.createElement("template");
    next.innerHTML = html;
    updateChildren(part, next.content);
    part.dispatchEvent(new CustomEvent("live:changed", { bubbles: true }));
  };

  // --- requesting the part
  const showState = (state) => {
    if (!line) return;
    line.hidden = false;
    for (const phrase of line.querySelectorAll("[data-live-state]"))
      phrase.hidden = phrase.dataset.liveState !== state;
    if (state !== "well") return;
    const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
    const now = new Date().toLocaleTimeString(document.documentElement.lang, clock);
    for (const time of line.querySelectorAll("time")) time.textContent = now;
  };

  // A random part spreads the requests of readers who opened the page at the same time.
  const nextInterval = () => {
    const interval = Number(part.dataset.seconds) * 1000;
    return Math.max(interval, Math.min(interval * 2 ** failures, LONGEST_INTERVAL)) * (1 + Math.random() / 5);
  };

  const schedule = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(update, Math.max(0, requestedAt + nextInterval() - Date.now()));
  };

  const fetchPart = async () => {
    const headers = { "If-None-Match": mark, "X-Asked-By-Itself": "1" };
    const signal = AbortSignal.timeout(TIMEOUT);
    const reply = await fetch(part.dataset.live, { headers, signal, cache: "no-store", redirect: "manual" });
    if (reply.type === "opaqueredirect" || GONE_STATUSES.includes(reply.status)) return false;
    if (reply.status !== 304) {
      if (!reply.ok) throw new Error(reply.statusText);
      showContent(await reply.text());
      mark = reply.headers.get("ETag") ?? "";
    }
    return !part.querySelector("[data-live-over]");
  };

  const update = async () => {
    requestedAt = Date.now();
    let isRunning = true;
    try {
      isRunning = await fetchPart();
      failures = 0;
      showState(isRunning ? "well" : "over");
    } catch {
      failures += 1;
      showState("ill");
    }
    if (isRunning) schedule();
    else document.removeEventListener("visibilitychange", schedule);
  };

  addEventListener("load", () => {
    showState("well");
    document.addEventListener("visibilitychange", schedule);
    schedule();
  });
})();
