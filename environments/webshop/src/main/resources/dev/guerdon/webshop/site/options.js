for (const input of document.querySelectorAll(".radio-toolbar input")) {
  input.addEventListener("change", () => { window.location.href = input.dataset.url; });
}
