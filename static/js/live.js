// Keeps a part of a page as it is now: asks for it again and again, with the mark of what
// stands here, and is told in short while nothing has changed. Rests while nobody looks,
// and asks more and more seldom while the office does not answer.
(() => {
  "use strict";
  const part = document.querySelector("[data-live]");
  if (!part) return;
  const line = document.querySelector("[data-live-line]");
  const LONGEST = 300_000;
  const PATIENCE = 30_000;
  const OVER = [401, 403, 404, 410];
  let mark = part.dataset.mark;
  let failures = 0;
  let askedAt = Date.now();
  let timer;

  // --- taking over what has changed, and nothing else: where one has scrolled to, what is
  // unfolded and where the keyboard is stay as they are.
  const OF_THE_READER = ["open", "hidden"];

  const alike = (old, next) => old.nodeType === next.nodeType && old.nodeName === next.nodeName;

  const takeAttributes = (old, next) => {
    for (const { name } of [...old.attributes])
      if (!next.hasAttribute(name) && !OF_THE_READER.includes(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes)
      if (old.getAttribute(name) !== value && !OF_THE_READER.includes(name)) old.setAttribute(name, value);
  };

  // What is alike at the beginning and at the end stays, so that a line that comes in
  // between moves nothing.
  const takeChildren = (old, next) => {
    const olds = [...old.childNodes];
    const nexts = [...next.childNodes];
    const shorter = Math.min(olds.length, nexts.length);
    let head = 0;
    while (head < shorter && alike(olds[head], nexts[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && alike(olds.at(-1 - tail), nexts.at(-1 - tail))) tail += 1;
    const after = tail ? olds.at(-tail) : null;
    const between = olds.slice(head, olds.length - tail);
    for (let i = 0; i < head; i += 1) take(olds[i], nexts[i]);
    for (let i = 1; i <= tail; i += 1) take(olds.at(-i), nexts.at(-i));
    nexts.slice(head, nexts.length - tail).forEach((child, i) => {
      if (!between[i]) old.insertBefore(child, after);
      else if (alike(between[i], child)) take(between[i], child);
      else between[i].replaceWith(child);
    });
    for (const rest of between.slice(nexts.length - tail - head)) rest.remove();
  };

  const take = (old, next) => {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== next.data) old.data = next.data;
      return;
    }
    const before = "fresh" in old.dataset ? old.textContent.trim() : null;
    takeAttributes(old, next);
    takeChildren(old, next);
    if (before !== null && before !== old.textContent.trim()) old.classList.add("just-changed");
  };

  const show = (html) => {
    const next = document.createElement("template");
    next.innerHTML = html;
    takeChildren(part, next.content);
    part.dispatchEvent(new CustomEvent("live:changed", { bubbles: true }));
  };

  // --- asking
  const say = (state) => {
    if (!line) return;
    line.hidden = false;
    for (const words of line.querySelectorAll("[data-live-state]"))
      words.hidden = words.dataset.liveState !== state;
    if (state !== "well") return;
    const clock = { hour: "2-digit", minute: "2-digit", second: "2-digit" };
    const now = new Date().toLocaleTimeString(document.documentElement.lang, clock);
    for (const time of line.querySelectorAll("time")) time.textContent = now;
  };

  // Not all at once: whoever opened the page together does not ask together for ever.
  const pause = () => {
    const every = Number(part.dataset.seconds) * 1000;
    return Math.max(every, Math.min(every * 2 ** failures, LONGEST)) * (1 + Math.random() / 5);
  };

  const plan = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(ask, Math.max(0, askedAt + pause() - Date.now()));
  };

  const read = async () => {
    const headers = { "If-None-Match": mark, "X-Asked-By-Itself": "1" };
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await fetch(part.dataset.live, { headers, signal, cache: "no-store", redirect: "manual" });
    if (answer.type === "opaqueredirect" || OVER.includes(answer.status)) return false;
    if (answer.status !== 304) {
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.text());
      mark = answer.headers.get("ETag") ?? "";
    }
    return !part.querySelector("[data-live-over]");
  };

  const ask = async () => {
    askedAt = Date.now();
    let goesOn = true;
    try {
      goesOn = await read();
      failures = 0;
      say(goesOn ? "well" : "over");
    } catch {
      failures += 1;
      say("ill");
    }
    if (goesOn) plan();
    else document.removeEventListener("visibilitychange", plan);
  };

  addEventListener("load", () => {
    say("well");
    document.addEventListener("visibilitychange", plan);
    plan();
  });
})();
