// Pages can be read without this script.
(function () {
  "use strict";

  // Light or dark, whatever the system says.
  const theme = document.querySelector("[data-theme-switch]");
  if (theme) {
    theme.hidden = false;
    theme.addEventListener("click", function () {
      const root = document.documentElement;
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      try {
        localStorage.setItem("guerdon-theme", root.dataset.theme);
      } catch (e) {
        // It holds for this page.
      }
    });
  }
})();
