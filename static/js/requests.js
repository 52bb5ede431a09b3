// Restricts htmx to reading parts of pages. Acts are forms with a token of their own, so
// that no attribute, wherever it comes from, can carry out an act. An answer that is not
// HTML (a file or data) is never inserted into a page.
(() => {
  "use strict";
  const cancel = (event) => event.preventDefault();

  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") cancel(event);
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    const kind = xhr.getResponseHeader("Content-Type") ?? "";
    if (xhr.status !== 204 && !/^text\/html\b/i.test(kind)) event.detail.shouldSwap = false;
  });
})();
