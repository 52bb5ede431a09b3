// Chooses the light or dark theme: that of the reader's system until the reader chooses.
// Runs before the page is painted, so that cached pages do not depend on the choice.
(() => {
  const root = document.documentElement;
  const chosen = document.cookie.match(/(?:^|; )theme=(light|dark)/)?.[1];
  if (chosen) root.dataset.theme = chosen;

  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const label = (button) => {
    button.textContent = isDark() ? button.dataset.toLight : button.dataset.toDark;
    button.hidden = false;
  };
  const labelAll = () => document.querySelectorAll("[data-theme-switch]").forEach(label);

  const choose = (theme) => {
    root.dataset.theme = theme;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
    labelAll();
    document.dispatchEvent(new CustomEvent("themechange"));
  };

  document.addEventListener("DOMContentLoaded", labelAll);
  document.addEventListener("htmx:load", labelAll);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) choose(isDark() ? "light" : "dark");
  });
  system.addEventListener("change", () => {
    labelAll();
    document.dispatchEvent(new CustomEvent("themechange"));
  });
})();
