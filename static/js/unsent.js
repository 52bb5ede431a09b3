// Removes unsent results from the browser when a user signs out, after asking.
// Until then, results that were typed and have not reached the office are kept in the
// browser for the account that typed them.
(() => {
  "use strict";
  const unsentKeys = () => {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith("entry:"));
    } catch { return []; }
  };
  // Keys of an earlier version do not name the account: nobody knows whose they are.
  for (const key of unsentKeys()) if (/^entry:\d+$/.test(key)) localStorage.removeItem(key);
  document.addEventListener("submit", (event) => {
    const question = event.target.dataset.signOut;
    if (question === undefined || event.defaultPrevented) return;
    const waiting = unsentKeys();
    if (waiting.length && !window.confirm(question)) event.preventDefault();
    else for (const key of waiting) localStorage.removeItem(key);
  });
})();
