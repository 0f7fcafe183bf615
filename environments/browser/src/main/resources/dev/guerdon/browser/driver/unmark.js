// Removes the bids from the texts that assistive software reads. The other marks stay: bids must be found by the actions.
() => {
  'use strict';
  /* safe.js */
  const clean = (root) => {
    for (const element of dom.all(root, '*')) {
      const mark = `browsergym_id_${dom.attribute(element, 'bid')} `;
      for (const name of ['aria-roledescription', 'aria-description']) {
        const text = dom.attribute(element, name);
        if (text === null || !text.startsWith(mark)) continue;
        if (text === mark) dom.removeAttribute(element, name);
        else dom.setAttribute(element, name, text.slice(mark.length));
      }
      if (dom.shadow(element)) clean(dom.shadow(element));
    }
  };
  clean(document);
  guerdonQuiet.written();
}
