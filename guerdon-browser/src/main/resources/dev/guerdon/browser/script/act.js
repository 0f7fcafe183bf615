// Runs in a world of its own beside the scripts of each frame, which cannot see or change it: finds elements by their bids, and tells
// whether and where they can be acted on.
(() => {
  'use strict';
  if (globalThis.guerdonAct) return;

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

  const parent = (node) => node.assignedSlot || node.parentElement
    || (node.parentNode instanceof ShadowRoot ? node.parentNode.host : null);

  const closest = (element, selector) => {
    for (let node = element; node; node = parent(node)) if (node.matches(selector)) return node;
    return null;
  };

  const findIn = (root, selector, found) => {
    found.push(...root.querySelectorAll(selector));
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) findIn(element.shadowRoot, selector, found);
    return found;
  };
  const find = (bid) => {
    const selector = `[bid="${CSS.escape(bid)}"]`;
    return findIn(document, selector, [])[0] || null;
  };

  /** An element in a line: its tag, attributes and text. */
  const preview = (element) => {
    const tag = element.tagName.toLowerCase();
    const names = Array.from(element.attributes).filter((attribute) => attribute.name !== 'style');
    const attributes = names
      .sort((a, b) => a.name.length + a.value.length - b.name.length - b.value.length)
      .map((attribute) => ` ${attribute.name}` + (attribute.value === '' && ['disabled', 'readonly', 'checked', 'required',
        'multiple', 'selected', 'inert', 'hidden'].includes(attribute.name) ? '' : `="${attribute.value}"`))
      .join('');
    if (EMPTY_TAGS.has(element.tagName)) return `<${tag}${attributes}/>`;
    const children = element.childNodes;
    let onlyText = children.length <= 5;
    for (const child of onlyText ? children : []) onlyText = onlyText && child.nodeType === Node.TEXT_NODE;
    const text = onlyText ? element.textContent || '' : '\u2026';
    return `<${tag}${attributes}>${text.length > LONGEST_PREVIEW ? text.slice(0, LONGEST_PREVIEW - 1) + '\u2026' : text}</${tag}>`
      .replace(/\n/g, '\u21b5').replace(/\t/g, '\u21c6');
  };

  const isVisible = (element) => {
    const style = getComputedStyle(element);
    if (style.display === 'contents') {
      for (const child of element.childNodes) {
        if (child.nodeType === Node.ELEMENT_NODE && isVisible(child)) return true;
        if (child.nodeType === Node.TEXT_NODE) {
          const range = document.createRange();
          range.selectNode(child);
          const rect = range.getBoundingClientRect();
          if (rect.width > 0 && rect.height > 0) return true;
        }
      }
      return false;
    }
    if (style.visibility !== 'visible' || (element.checkVisibility && !element.checkVisibility())) return false;
    const rect = element.getBoundingClientRect();
    return rect.width > 0 && rect.height > 0;
  };

  /** The element that stands for another one: the button around an icon, the field of a label. */
  const isField = (element) => element.matches('input, textarea, select') || element.isContentEditable;
  const target = (element, followLabel) => {
    let found = element;
    if (!isField(found)) {
      found = closest(found, followLabel
        ? 'button, [role=button], [role=checkbox], [role=radio]'
        : 'button, [role=button], a, [role=link]') || found;
    }
    if (followLabel && !isField(found)
      && !found.matches('a, button, [role=link], [role=button], [role=checkbox], [role=radio]')) {
      const label = closest(found, 'label');
      if (label && label.control) found = label.control;
    }
    return found;
  };

  const isDisabled = (element) => {
    if (element.matches('button, select, input, textarea, option, optgroup, fieldset')) {
      if (element.matches(':disabled')) return true;
      if (element.tagName === 'OPTION' && element.closest('optgroup[disabled]')) return true;
    }
    for (let node = element; node; node = parent(node)) {
      const said = (node.getAttribute('aria-disabled') || '').toLowerCase();
      if (said === 'true') return true;
      if (said === 'false') return false;
    }
    return false;
  };

  /** Whether an element refuses text; null for what takes none at all. */
  const isReadOnly = (element) => {
    if (element.matches('input, textarea, select')) return element.hasAttribute('readonly');
    const role = (element.getAttribute('role') || '').trim().split(/\s+/)[0];
    if (MAY_BE_READ_ONLY.has(role)) return element.getAttribute('aria-readonly') === 'true';
    return element.isContentEditable ? false : null;
  };

  const nextFrame = () => new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  const isMoving = () => performance.now() - changed < QUIET
    || document.getAnimations().some((animation) => animation.playState === 'running');
  const isStable = async (element) => {
    if (!isMoving()) return true;
    let last = null;
    for (let i = 0; i < 2; i++) {
      await nextFrame();
      const rect = element.getBoundingClientRect();
      const now = [rect.x, rect.y, rect.width, rect.height].join();
      if (last !== null && last !== now) return false;
      last = now;
    }
    return true;
  };

  /** What is wrong with an element in the words of a log; empty for nothing. */
  const wrong = async (element, states) => {
    if (!element.isConnected) return 'element was detached from the DOM, retrying';
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

  /** A point of an element that is on the screen; null where there is none. */
  const point = (element) => {
    for (const rect of element.getClientRects()) {
      const left = Math.max(0, rect.left);
      const right = Math.min(innerWidth, rect.right);
      const top = Math.max(0, rect.top);
      const bottom = Math.min(innerHeight, rect.bottom);
      if ((right - left) * (bottom - top) > 0.99 && right > left) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return null;
  };

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

  /** What is at a point in place of an element, in a line; empty where the element is there. */
  const intercepting = (element, x, y) => {
    const wanted = target(element, false);
    const hit = elementAt(x, y) || document.documentElement;
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
      const rect = holder.getBoundingClientRect();
      const style = getComputedStyle(holder);
      return {
        x: rect.left + holder.clientLeft + parseFloat(style.paddingLeft),
        y: rect.top + holder.clientTop + parseFloat(style.paddingTop),
      };
    },

    /** Makes ready for the mouse: brings an element in sight and tells a point of it, or what is wrong. */
    async pointer(element, states, force, attempt) {
      if (!force) {
        const problem = await wrong(element, states);
        if (problem) return { wrong: problem };
      } else if (!element.isConnected) {
        return { wrong: 'element was detached from the DOM, retrying' };
      } else if (!isVisible(element)) {
        return { wrong: 'element is not visible', fatal: 'Element is not visible' };
      }
      const scroll = SCROLLS[attempt % SCROLLS.length];
      if (scroll) element.scrollIntoView({ behavior: 'instant', ...scroll });
      else element.scrollIntoViewIfNeeded(true);
      const place = point(element);
      if (!place) return { wrong: 'element is outside of the viewport', scrolled: true };
      const covered = force ? '' : intercepting(element, place.x, place.y);
      return covered ? { wrong: covered, scrolled: true } : place;
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
          field.focus();
          field.value = value;
          if (field.value !== value) throw new Error('Malformed value');
          field.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
          field.dispatchEvent(new Event('change', { bubbles: true }));
          return { done: true };
        }
      } else if (!(field instanceof HTMLTextAreaElement) && !field.isContentEditable) {
        throw new Error('Element is not an <input>, <textarea> or [contenteditable] element');
      }
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        field.focus();
        field.select();
      } else {
        const range = document.createRange();
        range.selectNodeContents(field);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        field.focus();
      }
      return {};
    },

    async select(element, wanted, force) {
      if (!force) {
        const problem = await wrong(element, ['visible', 'enabled']);
        if (problem) return { wrong: problem };
      }
      const list = target(element, true);
      if (list.tagName !== 'SELECT') throw new Error('Element is not a <select> element');
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
      if (box.tagName === 'INPUT' && ['checkbox', 'radio'].includes(box.type)) return box.checked;
      if (['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio', 'option', 'treeitem']
        .includes(box.getAttribute('role'))) return box.getAttribute('aria-checked') === 'true';
      throw new Error('Not a checkbox or radio button');
    },

    /** Gives an element the focus; what gets it anew may begin at the start of its text. */
    focus(element, atStart) {
      const active = element.getRootNode().activeElement;
      const had = active === element && document.hasFocus();
      if (element.isContentEditable && !had && active && active.blur) active.blur();
      element.focus();
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
