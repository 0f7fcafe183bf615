// Before the first paint: the reader's choice of light or dark, where there is one.
(function () {
  "use strict";
  try {
    const theme = localStorage.getItem("guerdon-theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (e) {
    // A browser that keeps nothing follows the system.
  }
  document.documentElement.classList.add("js");
})();
