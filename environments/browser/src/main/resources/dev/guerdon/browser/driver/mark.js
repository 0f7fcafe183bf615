// Gives every element of this frame its bid and says what is known of it, where the accessibility tree and the snapshot will show it.
async ([parentBid, attribute, tagsToMark, mostWaitUnseen]) => {
  /* safe.js */
  const STANDARD = new Set(('a abbr acronym address applet area article aside audio b base basefont bdi bdo big blockquote body br'
    + ' button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset'
    + ' figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label'
    + ' legend li link main map mark menu meta meter nav noframes noscript object ol optgroup option output p param picture pre'
    + ' progress q rp rt ruby s samp script search section select small source span strike strong style sub summary sup svg table'
    + ' tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr').split(' '));
  const CLICKED_BY_NATURE = new Set(
    ['input', 'textarea', 'select', 'button', 'a', 'iframe', 'video', 'li', 'td', 'option']);
  const BUTTONS = 'button, a, input[type="button"], div[role="button"]';
  const LEAST_AREA = 20;
  const MOST_WAIT = 1000;

  if (tagsToMark !== 'all' && tagsToMark !== 'standard_html') {
    throw new Error(`Invalid value for parameter "tags_to_mark": ${JSON.stringify(tagsToMark)}`);
  }
  for (const name of ['browsergym_elem_counter', 'browsergym_frame_counter']) {
    if (!hasOwn(window, name)) Object.defineProperty(window, name, { value: 0, writable: true });
  }

  /** a to z, then aA, aB, ... zZ, then aAA, ...: the first letter is small, the others are not. */
  const frameId = (number) => {
    let length = 1;
    let size = 26;
    let rest = number;
    while (rest >= size) {
      rest -= size;
      size *= 26;
      length++;
    }
    let letters = '';
    for (let i = 0; i < length; i++) {
      letters = String.fromCharCode(65 + rest % 26) + letters;
      rest = Math.floor(rest / 26);
    }
    return letters[0].toLowerCase() + letters.slice(1);
  };
  const frameNumber = (id) => {
    let number = 0;
    for (let i = 0, size = 1; i < id.length; i++, size *= 26) if (i > 0) number += size;
    let place = 0;
    for (const letter of id.toUpperCase()) place = place * 26 + letter.charCodeAt(0) - 65;
    return number + place;
  };

  const isFrame = (element) => ['IFRAME', 'FRAME', 'iframe', 'frame'].includes(dom.tag(element));

  /** Whether this frame gave out that bid before; a page may have attributes of the same name for purposes of its own. */
  const isOurs = (bid, element) => {
    if (!bid.startsWith(parentBid)) return false;
    const local = bid.slice(parentBid.length);
    return isFrame(element)
      ? /^[a-z][A-Z]{0,6}$/.test(local) && frameNumber(local) < window.browsergym_frame_counter
      : /^(0|[1-9][0-9]{0,8})$/.test(local) && Number(local) < window.browsergym_elem_counter;
  };

  const elements = [];
  const collect = (root) => {
    for (const element of dom.all(root, '*')) {
      elements.push(element);
      if (dom.shadow(element)) collect(dom.shadow(element));
    }
  };
  collect(document);

  const holds = (element, other) => {
    for (let node = other; node; node = dom.parent(node) || (node instanceof ShadowRoot ? dom.host(node) : null)) {
      if (node === element) return true;
    }
    return false;
  };

  const facts = new Map();
  guerdonQuiet.facts((element, fact) => {
    facts.set(element, (facts.get(element) || new Map()).set(fact.split(' ', 1)[0], fact.slice(fact.indexOf(' ') + 1)));
  });
  const factOf = (element, name) => (facts.has(element) ? facts.get(element).get(name) : undefined);

  const elementAt = (x, y) => {
    let root = document;
    let found = null;
    for (;;) {
      const element = dom.at(root, x, y);
      if (!element || element === found) return found;
      found = element;
      if (!dom.shadow(element)) return found;
      root = dom.shadow(element);
    }
  };

  const seen = new Set();
  const marked = [];
  const flaggedButtons = [];

  const flag = (element, tag) => {
    dom.setAttribute(element, 'browsergym_set_of_marks', '0');
    const rect = dom.box(element);
    const area = (rect.right - rect.left) * (rect.bottom - rect.top);
    if (!(area >= LEAST_AREA)) return;
    const top = elementAt((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    if (!top || !holds(element, top)) return;
    if (!CLICKED_BY_NATURE.has(tag) && factOf(element, 'onclick') === undefined
      && window.getComputedStyle(element).cursor !== 'pointer') return;
    if (flaggedButtons.some((button) => dom.contains(button, element))) return;
    const parent = dom.parentElement(element);
    if (parent && dom.tag(parent).toLowerCase() === 'span' && dom.children(parent).length === 1 && dom.attribute(parent, 'role')
      && dom.attribute(parent, 'browsergym_set_of_marks') === '1') return;
    dom.setAttribute(element, 'browsergym_set_of_marks', '1');
    if (dom.matches(element, BUTTONS)) flaggedButtons.push(element);
    for (let above = parent; above; above = dom.parentElement(above)) {
      if (dom.attribute(above, 'browsergym_set_of_marks') === '1') dom.setAttribute(above, 'browsergym_set_of_marks', '0');
    }
  };

  let arrived;
  let waitingFor = 0;
  const allArrived = new Promise((resolve) => { arrived = resolve; });
  const reported = new Set();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      dom.setAttribute(entry.target, 'browsergym_visibility_ratio', Math.round(entry.intersectionRatio * 100) / 100);
      reported.add(entry.target);
    }
    guerdonQuiet.written();
    if (reported.size >= waitingFor) arrived(true);
  }, { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] });

  for (const element of elements) {
    const tag = dom.tag(element).toLowerCase();
    if (tagsToMark === 'standard_html' && !STANDARD.has(tag)) continue;
    dom.setAttribute(element, 'browsergym_visibility_ratio', 0);
    marked.push(element);
    const isForm = element instanceof HTMLFormElement; // Its inputs may be named value and checked.
    const value = isForm ? undefined : element.value ?? factOf(element, 'value');
    if (typeof value !== 'undefined') dom.setAttribute(element, 'value', value);
    const checked = isForm ? undefined : element.checked ?? factOf(element, 'checked');
    if (typeof checked !== 'undefined') {
      if (String(checked) === 'true') dom.setAttribute(element, 'checked', '');
      else dom.removeAttribute(element, 'checked');
    }
    let bid = dom.attribute(element, attribute);
    if (bid === null || seen.has(bid) || !isOurs(bid, element)) {
      bid = parentBid + (isFrame(element) ? frameId(window.browsergym_frame_counter++) : window.browsergym_elem_counter++);
      dom.setAttribute(element, attribute, bid);
    }
    seen.add(bid);
    for (const name of ['aria-roledescription', 'aria-description']) {
      const mark = `browsergym_id_${bid} `;
      const text = dom.attribute(element, name) || '';
      if (!text.startsWith(mark)) dom.setAttribute(element, name, mark + text); // else it was not taken back the last time
    }
    flag(element, tag);
  }

  waitingFor = marked.length;
  for (const element of marked) observer.observe(element);
  guerdonQuiet.written();

  const late = async () => {
    await guerdonQuiet.pause(mostWaitUnseen);
    // A frame that is not on the screen reports nothing, however long one waits.
    if (reported.size > 0 || window === window.top) await guerdonQuiet.pause(MOST_WAIT - mostWaitUnseen);
    return false;
  };
  const complete = marked.length === 0 || await Promise.race([allArrived, late()]);
  observer.disconnect();

  let active = dom.active(document);
  while (active && dom.shadow(active) && dom.active(dom.shadow(active))) active = dom.active(dom.shadow(active));
  return {
    warnings: complete
      ? []
      : ['Frame marking: not all elements have been visited by the intersection_observer after 1000 ms'],
    focused: (active && dom.attribute(active, attribute)) || '',
    title: dom.title(document),
  };
}
