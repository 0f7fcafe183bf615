// Runs in a world of its own beside the scripts of each frame, which cannot see or change it: finds elements by their bids, and tells
// whether and where they can be acted on.
(() => {
  'use strict';
  if (Object.prototype.hasOwnProperty.call(globalThis, 'guerdonAct')) return; // An element of that name is no script.
  /* safe.js */

  const QUIET = 30; // Milliseconds without a change, after which an element counts as being at rest.
  const LONGEST_PREVIEW = 50;
  const TYPED = new Set(['', 'email', 'number', 'password', 'search', 'tel', 'text', 'url']);
  const SET = new Set(['color', 'date', 'time', 'datetime-local', 'month', 'range', 'week']);
  const EMPTY_TAGS = new Set(['AREA', 'BASE', 'BR', 'COL', 'EMBED', 'HR', 'IMG', 'INPUT', 'LINK', 'META', 'PARAM', 'SOURCE',
    'TRACK', 'WBR']);
  const MAY_BE_READ_ONLY = new Set(['checkbox', 'combobox', 'grid', 'gridcell', 'listbox', 'radiogroup', 'slider', 'spinbutton',
    'textbox', 'columnheader', 'rowheader', 'searchbox', 'switch', 'treegrid']);

  let changed = performance.now();
  const touched = () => { changed = performance.now(); };
  new MutationObserver(touched).observe(document,
    { subtree: true, childList: true, attributes: true, characterData: true });
  window.addEventListener('scroll', touched, { capture: true, passive: true });
  window.addEventListener('resize', touched, { capture: true, passive: true });

  let drag = 'none';
  window.addEventListener('mousedown', () => { drag = 'none'; }, { capture: true });
  window.addEventListener('dragstart', (event) => {
    drag = 'started';
    // The page's own listeners run after this one, and may prevent it.
    Promise.resolve().then(() => { if (event.defaultPrevented) drag = 'prevented'; });
  }, { capture: true });

  const parent = (node) => dom.slot(node) || dom.parentElement(node)
    || (dom.parent(node) instanceof ShadowRoot ? dom.host(dom.parent(node)) : null);

  const closest = (element, selector) => {
    for (let node = element; node; node = parent(node)) if (dom.matches(node, selector)) return node;
    return null;
  };

  const findIn = (root, selector) => {
    const found = dom.all(root, selector);
    if (found.length > 0) return found[0];
    for (const element of dom.all(root, '*')) {
      const inside = dom.shadow(element) ? findIn(dom.shadow(element), selector) : null;
      if (inside) return inside;
    }
    return null;
  };
  const find = (bid) => findIn(document, `[bid="${CSS.escape(bid)}"]`);

  /** An element in a line: its tag, attributes and text. */
  const preview = (element) => {
    const tag = dom.tag(element).toLowerCase();
    const names = Array.from(dom.attributes(element)).filter((attribute) => attribute.name !== 'style');
    const attributes = names
      .sort((a, b) => a.name.length + a.value.length - b.name.length - b.value.length)
      .map((attribute) => ` ${attribute.name}` + (attribute.value === '' && ['disabled', 'readonly', 'checked', 'required',
        'multiple', 'selected', 'inert', 'hidden'].includes(attribute.name) ? '' : `="${attribute.value}"`))
      .join('');
    if (EMPTY_TAGS.has(dom.tag(element))) return `<${tag}${attributes}/>`;
    const children = dom.nodes(element);
    let onlyText = children.length <= 5;
    for (const child of onlyText ? children : []) onlyText = onlyText && dom.type(child) === Node.TEXT_NODE;
    const text = onlyText ? dom.text(element) || '' : '\u2026';
    return `<${tag}${attributes}>${text.length > LONGEST_PREVIEW ? text.slice(0, LONGEST_PREVIEW - 1) + '\u2026' : text}</${tag}>`
      .replace(/\n/g, '\u21b5').replace(/\t/g, '\u21c6');
  };

  const isVisible = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'contents') {
      for (const child of dom.nodes(element)) {
        if (dom.type(child) === Node.ELEMENT_NODE && isVisible(child)) return true;
        if (dom.type(child) === Node.TEXT_NODE) {
          const range = new Range();
          range.selectNode(child);
          const rect = range.getBoundingClientRect();
          if (rect.width > 0 && rect.height > 0) return true;
        }
      }
      return false;
    }
    if (style.visibility !== 'visible' || !dom.isRendered(element)) return false;
    const rect = dom.box(element);
    return rect.width > 0 && rect.height > 0;
  };

  /** The element that stands for another one: the button around an icon, the field of a label. */
  const isField = (element) => dom.matches(element, 'input, textarea, select') || dom.isEditable(element);
  const target = (element, followLabel) => {
    let found = element;
    if (!isField(found)) {
      found = closest(found, followLabel
        ? 'button, [role=button], [role=checkbox], [role=radio]'
        : 'button, [role=button], a, [role=link]') || found;
    }
    if (followLabel && !isField(found)
      && !dom.matches(found, 'a, button, [role=link], [role=button], [role=checkbox], [role=radio]')) {
      const label = closest(found, 'label');
      if (label && label.control) found = label.control;
    }
    return found;
  };

  const isDisabled = (element) => {
    if (dom.matches(element, 'button, select, input, textarea, option, optgroup, fieldset')) {
      if (dom.matches(element, ':disabled')) return true;
      if (dom.tag(element) === 'OPTION' && dom.closest(element, 'optgroup[disabled]')) return true;
    }
    for (let node = element; node; node = parent(node)) {
      const said = (dom.attribute(node, 'aria-disabled') || '').toLowerCase();
      if (said === 'true') return true;
      if (said === 'false') return false;
    }
    return false;
  };

  /** Whether an element refuses text; null for what takes none at all. */
  const isReadOnly = (element) => {
    if (dom.matches(element, 'input, textarea, select')) return dom.hasAttribute(element, 'readonly');
    const role = (dom.attribute(element, 'role') || '').trim().split(/\s+/)[0];
    if (MAY_BE_READ_ONLY.has(role)) return dom.attribute(element, 'aria-readonly') === 'true';
    return dom.isEditable(element) ? false : null;
  };

  const nextFrame = () => new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  const isMoving = () => performance.now() - changed < QUIET
    || dom.animations(document).some((animation) => animation.playState === 'running');
  const isStable = async (element) => {
    if (!isMoving()) return true;
    let last = null;
    for (let i = 0; i < 2; i++) {
      await nextFrame();
      const rect = dom.box(element);
      const now = [rect.x, rect.y, rect.width, rect.height].join();
      if (last !== null && last !== now) return false;
      last = now;
    }
    return true;
  };

  /** What is wrong with an element in the words of a log; empty for nothing. */
  const wrong = async (element, states) => {
    if (!dom.isConnected(element)) return 'element was detached from the DOM, retrying';
    if (states.includes('stable') && isVisible(element) && !await isStable(element)) return 'element is not stable';
    for (const state of states) {
      if (state === 'visible' && !isVisible(element)) return 'element is not visible';
      if (state === 'enabled' && isDisabled(target(element, true))) return 'element is not enabled';
      if (state === 'editable') {
        const field = target(element, true);
        if (isDisabled(field)) return 'element is not editable';
        const readOnly = isReadOnly(field);
        if (readOnly === null) {
          throw new Error('Element is not an <input>, <textarea>, <select> or [contenteditable] and does not have a role'
            + ' allowing [aria-readonly]');
        }
        if (readOnly) return 'element is not editable';
      }
    }
    return '';
  };

  /** The element at a point, as Playwright sees it: an image rather than the areas of its map. */
  const hitAt = (x, y) => {
    let root = document;
    let found = null;
    for (;;) {
      const stack = dom.stack(root, x, y);
      const single = dom.at(root, x, y);
      const contents = single && stack[0] && parent(single) === stack[0] && getComputedStyle(single).display === 'contents';
      const element = contents || (stack[0] && dom.shadow(stack[0]) === root) ? single : stack[0];
      if (!element || element === found) return found;
      found = element;
      if (!dom.shadow(element)) return found;
      root = dom.shadow(element);
    }
  };

  /** What is at a point in place of an element, in a line; empty where the element is there. */
  const intercepting = (element, x, y) => {
    const wanted = target(element, false);
    const hit = hitAt(x, y) || dom.all(document, ':root')[0];
    let outermost = null;
    const around = new Set();
    for (let node = wanted; node; node = parent(node)) around.add(node);
    for (let node = hit; node; node = parent(node)) {
      if (node === wanted) return '';
      if (!outermost && around.has(node)) outermost = node;
    }
    let top = hit;
    for (let node = parent(hit); node && node !== outermost; node = parent(node)) top = node;
    return preview(hit)
      + (top !== hit && outermost !== hit ? ` from ${preview(top)} subtree` : '') + ' intercepts pointer events';
  };

  const SCROLLS = [null, { block: 'end', inline: 'end' }, { block: 'center', inline: 'center' },
    { block: 'start', inline: 'start' }];

  const api = {
    find,
    preview,
    intercepting,

    /** Where the inside of a frame begins, as seen by the page that holds it. */
    inside(holder) {
      const rect = dom.box(holder);
      const style = getComputedStyle(holder);
      return {
        x: rect.left + dom.left(holder) + parseFloat(style.paddingLeft),
        y: rect.top + dom.top(holder) + parseFloat(style.paddingTop),
      };
    },

    /** Makes ready for the mouse: brings an element in sight, or tells what is wrong. */
    async pointer(element, states, force, attempt) {
      if (!force) {
        const problem = await wrong(element, states);
        if (problem) return { wrong: problem };
      } else if (!dom.isConnected(element)) {
        return { wrong: 'element was detached from the DOM, retrying' };
      } else if (!isVisible(element)) {
        return { wrong: 'element is not visible', fatal: 'Element is not visible' };
      }
      const scroll = SCROLLS[attempt % SCROLLS.length];
      if (scroll) dom.scrollTo(element, { behavior: 'instant', ...scroll });
      else dom.scrollIfNeeded(element, true);
      return {};
    },

    /** Fills what takes a value at once; for the rest selects the text, to be typed over: 'typed'. */
    async fill(element, text, force) {
      if (!force) {
        const problem = await wrong(element, ['visible', 'enabled', 'editable']);
        if (problem) return { wrong: problem };
      }
      const field = target(element, true);
      if (field instanceof HTMLInputElement) {
        const type = field.type.toLowerCase();
        if (!TYPED.has(type) && !SET.has(type)) throw new Error(`Input of type "${type}" cannot be filled`);
        if (type === 'number' && text.trim() !== '' && Number.isNaN(Number(text.trim()))) {
          throw new Error('Cannot type text into input[type=number]');
        }
        if (SET.has(type)) {
          const value = type === 'color' ? text.trim().toLowerCase() : text.trim();
          dom.focus(field);
          field.value = value;
          if (field.value !== value) throw new Error('Malformed value');
          field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
          return { done: true };
        }
      } else if (!(field instanceof HTMLTextAreaElement) && !dom.isEditable(field)) {
        throw new Error('Element is not an <input>, <textarea> or [contenteditable] element');
      }
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        dom.focus(field);
        field.select();
      } else {
        const range = new Range();
        range.selectNodeContents(field);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        dom.focus(field);
      }
      return {};
    },

    async select(element, wanted, force) {
      if (!force) {
        const problem = await wrong(element, ['visible', 'enabled']);
        if (problem) return { wrong: problem };
      }
      const list = target(element, true);
      if (dom.tag(list) !== 'SELECT') throw new Error('Element is not a <select> element');
      const chosen = [];
      let left = wanted.slice();
      const words = (text) => text.trim().replace(/\s+/g, ' ');
      for (const option of list.options) {
        const matches = (name) => option.value === name || words(option.label) === words(name);
        if (!left.some(matches)) continue;
        if (isDisabled(option)) return { wrong: 'option being selected is not enabled' };
        chosen.push(option);
        if (list.multiple) {
          left = left.filter((name) => !matches(name));
        } else {
          left = [];
          break;
        }
      }
      if (left.length > 0) return { wrong: 'did not find some options' };
      for (const option of list.options) option.selected = false;
      for (const option of chosen) option.selected = true;
      list.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      list.dispatchEvent(new Event('change', { bubbles: true }));
      return { done: true };
    },

    /** Whether a box is ticked. */
    checked(element) {
      const box = target(element, true);
      if (dom.tag(box) === 'INPUT' && ['checkbox', 'radio'].includes(box.type)) return box.checked;
      if (['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem']
        .includes(dom.attribute(box, 'role'))) return dom.attribute(box, 'aria-checked') === 'true';
      throw new Error('Not a checkbox or radio button');
    },

    /** Gives an element the focus; what gets it anew may begin at the start of its text. */
    focus(element, atStart) {
      const root = dom.root(element);
      const active = root instanceof ShadowRoot || root === document ? dom.active(root) : null;
      const had = active === element && dom.hasFocus(document);
      if (dom.isEditable(element) && !had && active) dom.blur(active);
      dom.focus(element);
      if (atStart && !had && element instanceof HTMLInputElement) {
        try {
          element.setSelectionRange(0, 0);
        } catch {
          // Its text cannot be selected.
        }
      }
    },

    /** Whether the page lets the mouse carry something since it went down. */
    dragging() {
      return drag === 'started';
    },
  };
  Object.defineProperty(globalThis, 'guerdonAct', { value: Object.freeze(api) });
})();
