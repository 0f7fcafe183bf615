// Removes the bids from the texts that assistive software reads. The other marks stay: bids must be found by the actions.
() => {
  if (window.__guerdon) window.__guerdon.marking(true);
  const clean = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const mark = `browsergym_id_${element.getAttribute('bid')} `;
      for (const name of ['aria-roledescription', 'aria-description']) {
        const text = element.getAttribute(name);
        if (text === null || !text.startsWith(mark)) continue;
        if (text === mark) element.removeAttribute(name);
        else element.setAttribute(name, text.slice(mark.length));
      }
      if (element.shadowRoot) clean(element.shadowRoot);
    }
  };
  clean(document);
  if (window.__guerdon) window.__guerdon.marking(false);
}
