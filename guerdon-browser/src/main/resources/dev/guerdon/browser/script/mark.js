// Gives every element of this frame its bid and says what is known of it, where the accessibility tree and the snapshot will show it.
async ([parentBid, attribute, tagsToMark]) => {
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
  const MOST_WAIT_UNSEEN = 150;

  if (tagsToMark !== 'all' && tagsToMark !== 'standard_html') {
    throw new Error(`Invalid value for parameter "tags_to_mark": ${JSON.stringify(tagsToMark)}`);
  }
  const guerdon = window.__guerdon;
  if (guerdon) guerdon.marking(true);

  if (window.browsergym_elem_counter === undefined) window.browsergym_elem_counter = 0;
  if (window.browsergym_frame_counter === undefined) window.browsergym_frame_counter = 0;

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

  const isFrame = (element) => element.tagName === 'IFRAME' || element.tagName === 'FRAME'
    || element.tagName === 'iframe' || element.tagName === 'frame';

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
    for (const element of root.querySelectorAll('*')) {
      elements.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);

  const elementAt = (x, y) => {
    let root = document;
    let found = null;
    for (;;) {
      const element = root.elementFromPoint(x, y);
      if (!element || element === found) return found;
      found = element;
      if (!element.shadowRoot) return found;
      root = element.shadowRoot;
    }
  };
  const holds = (element, other) => {
    for (let node = other; node; node = node.parentNode || node.host) if (node === element) return true;
    return false;
  };

  const seen = new Set();
  const marked = [];
  const flaggedButtons = [];

  const flag = (element, tag) => {
    element.setAttribute('browsergym_set_of_marks', '0');
    const rect = element.getBoundingClientRect();
    const area = (rect.right - rect.left) * (rect.bottom - rect.top);
    if (!(area >= LEAST_AREA)) return;
    const top = elementAt((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    if (!top || !holds(element, top)) return;
    if (!CLICKED_BY_NATURE.has(tag) && element.onclick == null && window.getComputedStyle(element).cursor !== 'pointer') return;
    if (flaggedButtons.some((button) => button.contains(element))) return;
    const parent = element.parentElement;
    if (parent && parent.tagName.toLowerCase() === 'span' && parent.children.length === 1 && parent.getAttribute('role')
      && parent.getAttribute('browsergym_set_of_marks') === '1') return;
    element.setAttribute('browsergym_set_of_marks', '1');
    if (element.matches(BUTTONS)) flaggedButtons.push(element);
    for (let above = parent; above; above = above.parentElement) {
      if (above.getAttribute('browsergym_set_of_marks') === '1') above.setAttribute('browsergym_set_of_marks', '0');
    }
  };

  let arrived;
  let waitingFor = 0;
  const allArrived = new Promise((resolve) => { arrived = resolve; });
  const reported = new Set();
  const observer = new IntersectionObserver((entries) => {
    if (guerdon) guerdon.marking(true);
    for (const entry of entries) {
      entry.target.setAttribute('browsergym_visibility_ratio', Math.round(entry.intersectionRatio * 100) / 100);
      reported.add(entry.target);
    }
    if (guerdon) guerdon.marking(false);
    if (reported.size >= waitingFor) arrived(true);
  }, { threshold: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] });

  for (const element of elements) {
    const tag = element.tagName.toLowerCase();
    if (tagsToMark === 'standard_html' && !STANDARD.has(tag)) continue;
    element.setAttribute('browsergym_visibility_ratio', 0);
    marked.push(element);
    if (typeof element.value !== 'undefined') element.setAttribute('value', element.value);
    if (typeof element.checked !== 'undefined') {
      if (element.checked === true) element.setAttribute('checked', '');
      else element.removeAttribute('checked');
    }
    let bid = element.getAttribute(attribute);
    if (bid === null || seen.has(bid) || !isOurs(bid, element)) {
      bid = parentBid + (isFrame(element) ? frameId(window.browsergym_frame_counter++) : window.browsergym_elem_counter++);
      element.setAttribute(attribute, bid);
    }
    seen.add(bid);
    for (const name of ['aria-roledescription', 'aria-description']) {
      const mark = `browsergym_id_${bid} `;
      const text = element.getAttribute(name) || '';
      if (!text.startsWith(mark)) element.setAttribute(name, mark + text); // else it was not taken back the last time
    }
    flag(element, tag);
  }

  waitingFor = marked.length;
  for (const element of marked) observer.observe(element);

  const pause = guerdon ? guerdon.pause : (time) => new Promise((resolve) => setTimeout(resolve, time));
  const late = async () => {
    await pause(MOST_WAIT_UNSEEN);
    // A frame that is not on the screen reports nothing, however long one waits.
    if (reported.size > 0 || window === window.top) await pause(MOST_WAIT - MOST_WAIT_UNSEEN);
    return false;
  };
  const complete = marked.length === 0 || await Promise.race([allArrived, late()]);
  observer.disconnect();
  if (guerdon) guerdon.marking(false);

  let active = document.activeElement;
  while (active && active.shadowRoot && active.shadowRoot.activeElement) active = active.shadowRoot.activeElement;
  return {
    warnings: complete
      ? []
      : ['Frame marking: not all elements have been visited by the intersection_observer after 1000 ms'],
    focused: (active && active.getAttribute(attribute)) || '',
    title: document.title,
  };
}
