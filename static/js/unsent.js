// Results that were typed and have not reached the office are kept in the browser for
// the account that typed them. Whoever signs out takes them away.
(() => {
  "use strict";
  const kept = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith("entry:"));
    } catch { return []; }
  };
  // Before they were tied to an account: nobody can say whose they are.
  for (const key of kept()) if (/^entry:\d+$/.test(key)) localStorage.removeItem(key);
  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.signOut;
    if (question === undefined || event.defaultPrevented) return;
    const waiting = kept();
    if (waiting.length && !window.confirm(question)) event.preventDefault();
    else for (const key of waiting) localStorage.removeItem(key);
  });
})();
