// Shows the beginning of a page that is too large to be shown as it is: an accessibility tree by simple rules, with bids to act on.
([mostElements, mostText, mostDepth, longestName, longestText]) => {
  /* safe.js */
  const ROLES = { A: 'link', ARTICLE: 'article', BUTTON: 'button', DETAILS: 'group', DIALOG: 'dialog', FIELDSET: 'group', FOOTER: 'contentinfo',
    FORM: 'form', FRAME: 'Iframe', H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', HEADER: 'banner',
    IFRAME: 'Iframe', IMG: 'image', LABEL: 'LabelText', LI: 'listitem', MAIN: 'main', NAV: 'navigation', OL: 'list', OPTION: 'option',
    P: 'paragraph', PROGRESS: 'progressbar', SELECT: 'combobox', SUMMARY: 'DisclosureTriangle', TABLE: 'table', TD: 'gridcell',
    TEXTAREA: 'textbox', TH: 'columnheader', TR: 'row', UL: 'list' };
  const INPUTS = { button: 'button', checkbox: 'checkbox', color: 'ColorWell', file: 'button', image: 'button', number: 'spinbutton',
    radio: 'radio', range: 'slider', reset: 'button', search: 'searchbox', submit: 'button' };
  const NAMED_BY_TEXT = ['button', 'gridcell', 'columnheader', 'DisclosureTriangle', 'heading', 'link', 'option'];
  const SKIPPED = ['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD'];
  const nodes = [];
  const bids = {};
  const left = { elements: mostElements, text: mostText };
  if (!hasOwn(window, 'browsergym_elem_counter')) {
    Object.defineProperty(window, 'browsergym_elem_counter', { value: 0, writable: true });
  }
  const given = new Set();
  const cut = (text) => {
    const shown = text.slice(0, Math.max(0, left.text));
    left.text -= shown.length;
    return shown.replace(/\s+/g, ' ').trim();
  };
  /** The beginning of an element's text; all of it may be very long. */
  const beginning = (element, parts) => {
    for (let node = dom.first(element); node && parts.length < 20; node = dom.next(node)) {
      if (dom.type(node) === 3) parts.push(dom.value(node).slice(0, longestName));
      else if (dom.type(node) === 1 && dom.first(node)) parts.push(...(dom.type(dom.first(node)) === 3
        ? [dom.value(dom.first(node)).slice(0, longestName)] : []));
    }
    return parts.join(' ');
  };
  const add = (parent, role, name, bid) => {
    const node = { nodeId: String(nodes.length + 1), role: { type: 'role', value: role }, name: { type: 'computedString', value: name },
      properties: [], childIds: [] };
    if (bid !== null) node.browsergym_id = bid;
    nodes.push(node);
    if (parent) parent.childIds.push(node.nodeId);
    return node;
  };
  const bidOf = (element) => {
    const known = dom.attribute(element, 'bid');
    const isOurs = known !== null && /^(0|[1-9][0-9]{0,8})$/.test(known) && Number(known) < window.browsergym_elem_counter;
    const bid = isOurs && !given.has(known) ? known : String(window.browsergym_elem_counter++);
    if (bid !== known) dom.setAttribute(element, 'bid', bid);
    given.add(bid);
    return bid;
  };
  const roleOf = (element, tag) => {
    const said = (dom.attribute(element, 'role') || '').trim().split(/\s+/)[0];
    if (said) return said.slice(0, 30);
    if (tag === 'INPUT') return INPUTS[(dom.attribute(element, 'type') || '').toLowerCase()] || 'textbox';
    return tag === 'A' && !dom.hasAttribute(element, 'href') ? 'generic' : ROLES[tag] || 'generic';
  };
  const nameOf = (element, role) => {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
      const text = dom.attribute(element, name);
      if (text) return cut(text.slice(0, longestName));
    }
    const labels = ['INPUT', 'SELECT', 'TEXTAREA'].includes(dom.tag(element)) ? element.labels : null;
    if (labels && labels.length > 0) return cut(beginning(labels[0], []).slice(0, longestName));
    if (dom.tag(element) === 'INPUT' && role === 'button') return cut((dom.attribute(element, 'value') || '').slice(0, longestName));
    return NAMED_BY_TEXT.includes(role) ? cut(beginning(element, []).slice(0, longestName)) : '';
  };

  const active = dom.active(document);
  const root = add(null, 'RootWebArea', cut(dom.title(document).slice(0, longestName)), null);
  root.properties.push({ name: 'focused', value: { type: 'booleanOrUndefined', value: true } });
  const enter = (node, holder, depth) => {
    const tag = dom.tag(node);
    const style = SKIPPED.includes(tag) || !dom.isRendered(node) ? null : window.getComputedStyle(node);
    if (!style || style.visibility === 'hidden' || dom.attribute(node, 'aria-hidden') === 'true') return null;
    left.elements--;
    const role = roleOf(node, tag);
    const bid = bidOf(node);
    const box = dom.box(node);
    const seen = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight && box.width > 0 && box.height > 0;
    const pressed = ['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'OPTION', 'SUMMARY'].includes(tag) || style.cursor === 'pointer';
    bids[bid] = [seen ? 1 : 0, box.x, box.y, box.width, box.height, pressed, seen && pressed];
    if (depth > mostDepth) return holder;
    const shown = add(holder, role, nameOf(node, role), bid);
    if (node === active && tag !== 'BODY') shown.properties.push({ name: 'focused', value: { type: 'booleanOrUndefined', value: true } });
    if (role === 'checkbox' || role === 'radio') {
      shown.properties.push({ name: 'checked', value: { type: 'tristate', value: String(node.checked === true) } });
    } else if (['INPUT', 'TEXTAREA'].includes(tag) && node.value) {
      shown.value = { type: 'string', value: cut(node.value.slice(0, longestName)) };
    }
    return shown;
  };
  let [node, depth] = [dom.all(document, ':root')[0] || null, 0];
  const top = node;
  const holders = [root];
  while (node && left.elements > 0 && left.text > 0) {
    let inside = null;
    if (dom.type(node) === 3) {
      const text = cut(dom.value(node).slice(0, longestText));
      const holder = holders[holders.length - 1];
      if (text && holder.name.value !== text) add(holder, 'StaticText', text, null);
    } else if (dom.type(node) === 1) {
      inside = enter(node, holders[holders.length - 1], depth);
    }
    let next = inside && !['Iframe', 'textbox'].includes(inside.role.value) ? dom.first(node) : null;
    if (next) {
      holders.push(inside);
      depth++;
    }
    while (!next && node !== top) {
      next = dom.next(node);
      if (next) break;
      node = dom.parent(node);
      holders.pop();
      depth--;
    }
    node = next;
  }
  const focused = active && given.has(dom.attribute(active, 'bid')) ? dom.attribute(active, 'bid') : '';
  return { nodes, bids, focused, title: dom.title(document).slice(0, longestName) };
}
