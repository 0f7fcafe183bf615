// Steps by keyboard, pictures before and after, and an address that follows. Without it, every link still goes to its page.
(function () {
  "use strict";

  const trace = document.querySelector(".trace");
  const help = document.querySelector("dialog.keys-help");

  // Pictures: a slider pulls the one after the action over the one before.
  function prepare(root) {
    root.querySelectorAll(".slider").forEach(function (slider) {
      const frame = slider.closest(".stage-frame");
      const stage = frame.querySelector(".stage");
      slider.hidden = false;
      slider.addEventListener("input", function () {
        frame.classList.add("sliding");
        stage.style.setProperty("--from", 100 - slider.value + "%");
      });
      frame.querySelectorAll(".stage-switch input[type=radio]").forEach(function (radio) {
        radio.addEventListener("change", function () {
          frame.classList.remove("sliding");
          stage.style.removeProperty("--from");
          slider.value = radio.classList.contains("show-after") ? 100 : 0;
        });
      });
    });
  }
  prepare(document);

  function toggleHelp() {
    if (help) {
      help.open ? help.close() : help.showModal();
    }
  }
  const helpButton = document.querySelector("[data-help]");
  if (helpButton && help) {
    helpButton.hidden = false;
    helpButton.addEventListener("click", toggleHelp);
  }
  document.querySelectorAll(".keys").forEach(function (keys) {
    keys.hidden = false;
  });

  function typing(event) {
    const target = event.target;
    return event.ctrlKey || event.metaKey || event.altKey || (help && help.open) ||
      (target instanceof Element && target.closest("input:not([type=radio]), textarea, select, [contenteditable]"));
  }

  if (trace) {
    const of = Number(trace.dataset.of);
    const fragment = trace.dataset.fragment;
    const slot = trace.querySelector(".step-slot");
    const steps = trace.querySelector(".steps");
    const status = trace.querySelector("[data-status]");
    const rows = Array.from(trace.querySelectorAll(".step-list a"));
    let wanted = 0;

    function current() {
      if (fragment) {
        return Number(slot.querySelector("[data-step]").dataset.step);
      }
      // All steps are on the page: the one whose beginning was passed last.
      let at = 1;
      slot.querySelectorAll("[data-step]").forEach(function (step) {
        if (step.getBoundingClientRect().top < 140) {
          at = Number(step.dataset.step);
        }
      });
      return at;
    }

    function openTab() {
      const checked = slot.querySelector(".tabbed > input:checked");
      return checked ? checked.value : "";
    }

    function follow(step) {
      const url = new URL(step.dataset.here, location.href);
      const tab = step.querySelector(".tabbed > input:checked");
      if (fragment && tab && slot.dataset.tab) {
        url.searchParams.set("tab", tab.value);
      }
      const words = new URL(location.href).searchParams.get("q");
      if (fragment && words) {
        url.searchParams.set("q", words);
      }
      try {
        history.replaceState(null, "", url);
      } catch (e) {
        // A page from the file system keeps its address.
      }
      document.title = document.title.replace(/^(Step \d+ · )?/, "Step " + step.dataset.step + " · ");
    }

    function arrive(number, focus) {
      const step = slot.querySelector('[data-step="' + number + '"]');
      rows.forEach(function (row) {
        if (Number(row.dataset.goto) === number) {
          row.setAttribute("aria-current", "step");
          const list = row.closest(".step-list");
          const top = row.offsetTop - list.offsetTop;
          if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) {
            list.scrollTop = top - list.clientHeight / 2;
          }
        } else {
          row.removeAttribute("aria-current");
        }
      });
      follow(step);
      buttons(number);
      status.textContent = "Step " + number + " of " + of;
      if (step.getBoundingClientRect().top < 0 || step.getBoundingClientRect().top > innerHeight * 0.6 || !fragment) {
        step.scrollIntoView({ block: "start" });
      }
      if (focus) {
        step.querySelector("h2").focus({ preventScroll: true });
      }
    }

    // The buttons go where the list's rows go.
    function buttons(number) {
      const nav = trace.querySelector(".step-nav");
      nav.querySelectorAll("[data-by]").forEach(function (link) {
        const row = rows[number - 1 + Number(link.dataset.by)];
        link.hidden = !row;
        if (row) {
          link.href = row.href;
        }
      });
    }
    function missing(by, words, rel) {
      const nav = trace.querySelector(".step-nav");
      if (!nav.querySelector('[data-by="' + by + '"]')) {
        const link = document.createElement("a");
        link.className = "button";
        link.rel = rel;
        link.dataset.by = by;
        link.textContent = words;
        link.hidden = true;
        by < 0 ? nav.prepend(link) : nav.insertBefore(link, nav.querySelector(".keys"));
      }
    }
    missing(-1, "‹ Previous", "prev");
    missing(1, "Next ›", "next");

    async function go(number, focus) {
      if (number < 1 || number > of) {
        status.textContent = number < 1 ? "This is the first step" : "This is the last step";
        return;
      }
      if (!fragment) {
        arrive(number, focus);
        return;
      }
      wanted = number;
      steps.classList.add("waiting");
      try {
        const answer = await fetch(fragment + number + "&tab=" + encodeURIComponent(openTab()), { credentials: "same-origin" });
        if (!answer.ok) {
          throw new Error(String(answer.status));
        }
        const html = await answer.text();
        if (wanted !== number) {
          return;
        }
        const parsed = document.createElement("template");
        parsed.innerHTML = html;
        slot.replaceChildren(parsed.content);
        prepare(slot);
        arrive(number, focus);
      } catch (e) {
        if (wanted === number) {
          location.href = rows[number - 1].href;
        }
      } finally {
        if (wanted === number) {
          steps.classList.remove("waiting");
        }
      }
    }

    document.addEventListener("click", function (event) {
      const link = event.target instanceof Element ? event.target.closest("[data-goto], [data-by]") : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) {
        return;
      }
      const number = link.dataset.goto ? Number(link.dataset.goto) : current() + Number(link.dataset.by);
      event.preventDefault();
      go(number, !link.dataset.by);
    });

    slot.addEventListener("change", function (event) {
      if (event.target.matches(".tabbed > input")) {
        slot.dataset.tab = event.target.value;
        follow(event.target.closest("[data-step]"));
      }
    });
    if (new URL(location.href).searchParams.get("tab")) {
      slot.dataset.tab = openTab();
    }

    document.addEventListener("keydown", function (event) {
      if (typing(event)) {
        return;
      }
      const radio = event.target instanceof Element && event.target.matches("input[type=radio]");
      const at = current();
      // While a step is fetched, further keys go on from there.
      const from = steps.classList.contains("waiting") ? wanted : at;
      switch (event.key) {
        case "j":
          go(from + 1);
          break;
        case "k":
          go(from - 1);
          break;
        case "ArrowRight":
          if (radio) { return; }
          go(from + 1);
          break;
        case "ArrowLeft":
          if (radio) { return; }
          go(from - 1);
          break;
        case "Home":
          go(1);
          break;
        case "End":
          go(of);
          break;
        case "n": {
          const marked = rows.filter(function (row) { return row.querySelector(".sign:not(.bad-text)"); })
            .map(function (row) { return Number(row.dataset.goto); });
          const next = marked.find(function (number) { return number > from; }) || marked[0];
          if (next) { go(next); }
          break;
        }
        case "a": {
          const other = slot.querySelector(".stage-switch input:not(:checked)");
          if (other) {
            other.checked = true;
            other.dispatchEvent(new Event("change", { bubbles: true }));
          }
          break;
        }
        case "/": {
          const search = document.querySelector("input[type=search]");
          if (!search) { return; }
          search.focus();
          break;
        }
        case "?":
          toggleHelp();
          break;
        default:
          return;
      }
      event.preventDefault();
    });
  }

  // Two traces: the next difference by key.
  const lanes = document.querySelector(".lanes");
  if (lanes) {
    document.addEventListener("keydown", function (event) {
      if (typing(event)) {
        return;
      }
      const places = Array.from(lanes.querySelectorAll("[data-row]"));
      const changed = places.filter(function (row) { return row.hasAttribute("data-differs"); });
      const at = places.findIndex(function (row) { return row.getBoundingClientRect().top > 130; });
      const from = at < 0 ? places.length : at;
      let next = null;
      if (event.key === "j" || event.key === "ArrowRight") {
        next = places.find(function (row) { return row.getBoundingClientRect().top > 150; });
      } else if (event.key === "k" || event.key === "ArrowLeft") {
        next = places.slice(0, from).reverse().find(function (row) { return row.getBoundingClientRect().top < 100; });
      } else if (event.key === "n") {
        next = changed.find(function (row) { return row.getBoundingClientRect().top > 150; }) || changed[0];
      } else if (event.key === "?") {
        toggleHelp();
        event.preventDefault();
        return;
      } else {
        return;
      }
      event.preventDefault();
      if (next) {
        next.scrollIntoView({ block: "start" });
        try {
          history.replaceState(null, "", "#" + next.id);
        } catch (e) {
          // A page from the file system keeps its address.
        }
      }
    });
  }
})();
