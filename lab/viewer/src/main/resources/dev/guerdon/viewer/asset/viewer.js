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

  // The bar that compares two runs comes once two are chosen.
  const compare = document.querySelector("[data-compare]");
  if (compare) {
    const chosen = function () {
      const base = document.querySelector("input[name=base]:checked");
      const candidate = document.querySelector("input[name=candidate]:checked");
      compare.toggleAttribute("data-idle", !base && !candidate);
      const words = compare.querySelector("span");
      words.textContent = (base ? base.value : "choose a base (B)") + " → " + (candidate ? candidate.value : "choose a candidate (C)");
      compare.querySelector("button").disabled = !base || !candidate || base.value === candidate.value;
    };
    document.addEventListener("change", chosen);
    chosen();
  }

  // "/" goes to the first search field.
  document.addEventListener("keydown", function (event) {
    const field = document.querySelector("input[type=search]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !field || typing(event.target)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  function typing(element) {
    return element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));
  }

  // A page that waits for the server to read a large run.
  if (document.querySelector("[data-reload]")) setTimeout(function () { location.reload(); }, 2000);

  const scroller = document.querySelector(".virtual[data-rows]");
  if (scroller) virtual(scroller);

  // Holds some rows of a large table, and fetches others as the reader scrolls.
  function virtual(box) {
    const table = box.querySelector("table");
    const body = table.tBodies[0];
    const size = Number(box.dataset.size);
    const told = document.querySelector("[data-window]");
    const WINDOW = 150;
    // Browsers draw nothing higher than some millions of pixels; a larger table is scrolled in proportion.
    const HIGHEST = 8000000;
    let from = Number(box.dataset.from);
    let wanted = -1;
    let fetching = null;
    if (!body.rows.length) return;
    const height = body.rows[0].getBoundingClientRect().height;
    const full = size * height;
    const scaled = Math.min(full, HIGHEST);
    const above = document.createElement("tbody");
    const below = document.createElement("tbody");
    const gaps = [above, below].map(function (part) {
      part.setAttribute("aria-hidden", "true");
      const row = part.insertRow();
      row.className = "space";
      row.insertCell().colSpan = table.tHead.rows[0].cells.length;
      return row.cells[0];
    });
    table.insertBefore(above, body);
    table.appendChild(below);
    // Columns stay as wide as they are, whatever the next rows have.
    const heads = Array.from(table.tHead.rows[0].cells);
    const widths = heads.map(function (head) { return head.getBoundingClientRect().width; });
    heads.forEach(function (head, i) { head.style.width = widths[i] + "px"; });
    table.style.tableLayout = "fixed";
    table.style.width = Math.max(widths.reduce(function (a, b) { return a + b; }, 0), 0) + "px";
    table.style.minWidth = "100%";

    // The row at the top of the box.
    function first() {
      const room = scaled - box.clientHeight;
      return scaled === full ? box.scrollTop / height : room <= 0 ? 0 : (box.scrollTop / room) * (size - box.clientHeight / height);
    }
    function place() {
      const top = scaled === full ? from * height : Math.max(0, box.scrollTop - (first() - from) * height);
      gaps[0].style.height = top + "px";
      gaps[1].style.height = Math.max(0, scaled - top - body.rows.length * height) + "px";
    }
    function show() {
      const seen = Math.floor(first());
      const end = Math.min(size, Math.ceil(first() + box.clientHeight / height));
      if (told) told.textContent = (Math.min(size, seen + 1)).toLocaleString("en") + " to " + end.toLocaleString("en") + " of " + size.toLocaleString("en");
      if (seen >= from && end <= from + body.rows.length) {
        if (scaled !== full) place();
        return;
      }
      load(Math.max(0, Math.min(size - WINDOW, seen - Math.floor(WINDOW / 3))));
    }
    function load(offset) {
      if (wanted === offset) return Promise.resolve();
      wanted = offset;
      if (fetching) fetching.abort();
      fetching = new AbortController();
      const joint = box.dataset.rows.includes("?") ? "&" : "?";
      return fetch(box.dataset.rows + joint + "offset=" + offset + "&limit=" + WINDOW, { signal: fetching.signal, headers: { Accept: "text/html" } })
        .then(function (answer) {
          if (!answer.ok) throw new Error("the server answered " + answer.status);
          return answer.text();
        })
        .then(function (html) {
          if (wanted !== offset) return;
          const holder = document.createElement("template");
          holder.innerHTML = "<table><tbody>" + html + "</tbody></table>";
          body.replaceChildren.apply(body, Array.from(holder.content.querySelectorAll("tr")));
          from = offset;
          wanted = -1;
          place();
        })
        .catch(function (problem) {
          if (problem.name === "AbortError") return;
          wanted = -1;
          if (told) told.textContent = "The rows could not be loaded: " + problem.message;
        });
    }
    let planned = false;
    box.addEventListener("scroll", function () {
      if (planned) return;
      planned = true;
      requestAnimationFrame(function () { planned = false; show(); });
    }, { passive: true });
    // Rows by key: j and k or the arrows go to the next and the previous, Home and End to the first and the last.
    box.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const row = document.activeElement.closest("tbody tr");
      const by = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
      if (by) {
        event.preventDefault();
        focus(row ? index(row) + by : Math.floor(first()));
      } else if (event.key === "Home" || event.key === "End") {
        event.preventDefault();
        focus(event.key === "Home" ? 0 : size - 1);
      }
    });
    function index(row) {
      return Number(row.getAttribute("aria-rowindex")) - 2;
    }
    function focus(place) {
      const at = Math.max(0, Math.min(size - 1, place));
      const go = function () {
        const row = body.rows[at - from];
        const link = row && row.querySelector("a");
        if (link) link.focus({ preventScroll: true });
        if (row) {
          const head = table.tHead.getBoundingClientRect().height;
          const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top - head;
          if (top < 0) box.scrollTop += top;
          else if (top + height + head > box.clientHeight) box.scrollTop += top + height + head - box.clientHeight;
        }
      };
      if (at >= from && at < from + body.rows.length) {
        go();
      } else {
        box.scrollTop = scaled === full ? at * height : ((scaled - box.clientHeight) * at) / Math.max(1, size - box.clientHeight / height);
        load(Math.max(0, Math.min(size - WINDOW, at - Math.floor(WINDOW / 3)))).then(go);
      }
    }
    const start = from;
    place();
    if (start > 0) box.scrollTop = scaled === full ? start * height : (scaled * start) / size;
    show();
  }

  // News of a run under way. A reader who listens is told now and then, not each second.
  const panel = document.querySelector("[data-live]");
  if (panel && window.EventSource) {
    const words = document.querySelector("[data-live-words]");
    const BETWEEN = 20000;
    let said = 0;
    let mode = "";
    const source = new EventSource(panel.dataset.live);
    source.addEventListener("panel", function (event) {
      // A button that is about to be pressed stays where it is.
      const held = panel.contains(document.activeElement) ? document.activeElement.value : null;
      panel.innerHTML = event.data;
      if (held) {
        const again = panel.querySelector("button[value=" + CSS.escape(held) + "]");
        if (again) again.focus();
      }
    });
    source.addEventListener("words", function (event) {
      const now = /paused|stopping/.exec(event.data);
      const other = (now ? now[0] : "") !== mode;
      if (other || Date.now() - said > BETWEEN) {
        said = Date.now();
        mode = now ? now[0] : "";
        words.textContent = event.data;
      }
    });
    source.addEventListener("ended", function () {
      source.close();
      const note = document.createElement("p");
      note.textContent = "The run has ended. ";
      const link = document.createElement("a");
      link.href = location.href.split("#")[0];
      link.textContent = "Show its final figures";
      note.append(link);
      panel.replaceChildren(note);
      words.textContent = "The run has ended.";
    });
    window.addEventListener("pagehide", function () { source.close(); });
  }
})();
