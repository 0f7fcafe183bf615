// Search, the menu of small screens, and the choice of dark or light. No requests: the index is a script beside this one.
(function () {
  "use strict";
  const up = document.body.dataset.up;
  const input = document.getElementById("search");
  const results = document.getElementById("results");
  const sections = (window.searchIndex || []).map(([page, heading, address, words]) => ({
    page, heading, address, words, title: (page + " " + heading).toLowerCase(), text: words.toLowerCase()
  }));
  const MOST = 12;

  /** Words in a heading count more than words in the text; a section must have all of them. */
  function score(section, words) {
    let sum = 0;
    for (const word of words) {
      const inHeading = section.heading.toLowerCase().includes(word);
      const inTitle = section.title.includes(word);
      const times = section.text.split(word).length - 1;
      if (!inTitle && times === 0) {
        return 0;
      }
      sum += (inHeading ? 20 : inTitle ? 8 : 0) + Math.min(times, 5);
    }
    return sum;
  }

  function excerpt(section, words) {
    const first = words.map(word => section.text.indexOf(word)).filter(at => at >= 0).sort((a, b) => a - b)[0] || 0;
    const from = Math.max(0, first - 40);
    const small = document.createElement("small");
    let rest = (from > 0 ? "… " : "") + section.words.slice(from, from + 140) + " …";
    const pattern = new RegExp("(" + words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "i");
    for (let match; (match = pattern.exec(rest));) {
      small.append(rest.slice(0, match.index));
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      small.append(mark);
      rest = rest.slice(match.index + match[0].length);
    }
    small.append(rest);
    return small;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.replaceChildren();
    results.hidden = words.length === 0;
    if (words.length === 0) {
      return;
    }
    const found = sections.map(section => ({section, value: score(section, words)}))
      .filter(entry => entry.value > 0).sort((a, b) => b.value - a.value).slice(0, MOST);
    for (const {section} of found) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = up + section.address;
      const title = document.createElement("strong");
      title.textContent = section.heading === section.page ? section.page : section.page + " › " + section.heading;
      link.append(title, excerpt(section, words));
      item.append(link);
      results.append(item);
    }
    if (found.length === 0) {
      const item = document.createElement("li");
      item.className = "none";
      item.textContent = "Nothing found.";
      results.append(item);
    } else {
      results.querySelector("a").classList.add("chosen");
    }
  }

  function choose(step) {
    const links = [...results.querySelectorAll("a")];
    const now = links.findIndex(link => link.classList.contains("chosen"));
    if (links.length > 0) {
      links.forEach(link => link.classList.remove("chosen"));
      const next = links[(now + step + links.length) % links.length];
      next.classList.add("chosen");
      next.scrollIntoView({block: "nearest"});
    }
  }

  input.addEventListener("input", search);
  input.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      const link = results.querySelector("a.chosen");
      if (link) {
        location.href = link.href;
        results.hidden = true;
      }
    } else if (event.key === "Escape") {
      input.value = "";
      search();
    }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
  document.addEventListener("click", event => {
    if (!event.target.closest(".search") || event.target.closest("#results a")) {
      results.hidden = true;
    }
  });

  const menu = document.getElementById("menu");
  const navigation = document.getElementById("navigation");
  menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(navigation.classList.toggle("open"))));

  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch (e) {
      // Some browsers keep nothing for pages from the file system.
    }
  });
})();
