// Runs in every frame before the page's own scripts, in their world: tells which page is in use, and knows what the page waits for and
// what it made of its elements. A page may replace whatever it likes later on, so nothing is used here but what is kept at the beginning.
(() => {
  'use strict';
  const uncurried = Function.prototype.bind.bind(Function.prototype.call);
  const method = (type, name) => uncurried(type.prototype[name]);
  const getter = (type, name) => uncurried(Object.getOwnPropertyDescriptor(type.prototype, name).get);
  const hasOwn = uncurried(Object.prototype.hasOwnProperty);
  if (hasOwn(window, '__guerdon')) return;
  Object.defineProperty(window, '__guerdon', { value: true });

  const { apply } = Reflect;
  const listen = method(EventTarget, 'addEventListener');
  const dispatch = method(EventTarget, 'dispatchEvent');
  const nativeSetTimeout = window.setTimeout;
  const nativeClearTimeout = window.clearTimeout;
  const nowOf = method(Performance, 'now');
  const clock = window.performance;
  const now = () => nowOf(clock);
  const ALWAYS = { __proto__: null, capture: true, passive: true };

  const activated = () => {
    try {
      window.browsergym_page_activated();
    } catch {
      // The binding comes a moment later in a new window; one of the next events will tell.
    }
  };
  activated();
  for (const name of ['focus', 'focusin', 'load', 'pageshow', 'mousemove', 'mouseup', 'mousedown', 'wheel', 'keyup', 'keydown',
    'input', 'touchstart', 'touchend']) {
    listen(window, name, activated, ALWAYS);
  }
  const visibility = getter(Document, 'visibilityState');
  listen(document, 'visibilitychange', () => {
    if (visibility(document) === 'visible') activated();
  }, ALWAYS);

  const SHORT_TIMER = 500; // What BrowserGym would have waited for in any case.
  const DEEPEST = 8; // A timer that was set from timers again and again is a clock, not an answer to an action.
  const [addTo, deleteFrom, sizeOf, clear] = [method(Set, 'add'), method(Set, 'delete'), getter(Set, 'size'), method(Set, 'clear')];
  const timers = new Set();
  let depth = 0;
  let changed = now();
  const touched = () => { changed = now(); };

  const toNumber = Number;
  window.setTimeout = function setTimeout(callback) {
    const values = arguments;
    if (typeof callback !== 'function') return apply(nativeSetTimeout, window, values);
    const level = depth + 1;
    let delay = NaN;
    try {
      delay = toNumber(values[1]);
    } catch {
      // The browser will say so.
    }
    let id;
    values[0] = function () {
      deleteFrom(timers, id);
      touched();
      const before = depth;
      depth = level;
      try {
        return apply(callback, this, arguments);
      } finally {
        depth = before;
      }
    };
    id = apply(nativeSetTimeout, window, values);
    if (level <= DEEPEST && !(delay > SHORT_TIMER)) addTo(timers, id);
    return id;
  };
  window.clearTimeout = function clearTimeout(id) {
    deleteFrom(timers, id);
    return apply(nativeClearTimeout, window, arguments);
  };

  // Requests are known here from the call to the last byte that the page has read: the browser's own events come from another
  // process, too early or too late for a page that is about to act on an answer.
  const requests = new Set();
  const nativeFetch = window.fetch;
  const then = method(Promise, 'then');

  const awaited = (promise) => {
    const request = {};
    const ended = () => {
      deleteFrom(requests, request);
      touched();
    };
    try {
      then(promise, ended, ended);
      addTo(requests, request);
    } catch {
      // The page made promises of its own; it is not waited for.
    }
    return promise;
  };

  if (nativeFetch) {
    window.fetch = function fetch() {
      return awaited(apply(nativeFetch, window, arguments));
    };
    for (const name of ['json', 'text', 'blob', 'arrayBuffer', 'formData', 'bytes']) {
      const read = Response.prototype[name];
      if (read) {
        Response.prototype[name] = { [name]() { return awaited(apply(read, this, arguments)); } }[name];
      }
    }
  }
  const nativeSend = XMLHttpRequest.prototype.send;
  const ONCE = { __proto__: null, once: true };
  XMLHttpRequest.prototype.send = function send() {
    const ended = () => {
      deleteFrom(requests, this);
      touched();
    };
    addTo(requests, this);
    try {
      listen(this, 'loadend', ended, ONCE);
      return apply(nativeSend, this, arguments);
    } catch (error) {
      ended();
      throw error;
    }
  };

  // Only here can shadow roots be seen as they are made.
  const observer = new MutationObserver(touched);
  const observe = method(MutationObserver, 'observe');
  const EVERYTHING = { __proto__: null, subtree: true, childList: true, attributes: true, characterData: true };
  const nativeAttachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow() {
    const root = apply(nativeAttachShadow, this, arguments);
    observe(observer, root, EVERYTHING);
    return root;
  };

  const NativeEvent = CustomEvent;
  const detailOf = getter(CustomEvent, 'detail');
  const toText = String;
  const tell = (target, detail) => {
    dispatch(target, new NativeEvent('guerdon-tell', { __proto__: null, composed: true, detail }));
  };

  const [htmlClick, svgClick] = [getter(HTMLElement, 'onclick'), getter(SVGElement, 'onclick')];
  const [allInDocument, allInFragment] = [method(Document, 'querySelectorAll'), method(DocumentFragment, 'querySelectorAll')];
  const [length, item] = [getter(NodeList, 'length'), method(NodeList, 'item')];
  const [tag, shadow] = [getter(Element, 'tagName'), getter(Element, 'shadowRoot')];
  const [Html, Svg, Form] = [HTMLElement, SVGElement, HTMLFormElement];
  const inherits = uncurried(Function.prototype[Symbol.hasInstance]);
  const VALUED = { __proto__: null, BUTTON: 1, DATA: 1, INPUT: 1, LI: 1, METER: 1, OPTION: 1, OUTPUT: 1, PARAM: 1, PROGRESS: 1,
    SELECT: 1, TEXTAREA: 1 };

  const tellOf = (element) => {
    const clicked = inherits(Html, element) ? htmlClick(element) : inherits(Svg, element) ? svgClick(element) : null;
    if (clicked !== null) tell(element, 'onclick');
    if (inherits(Form, element)) return; // Its inputs may be named value and checked.
    const name = tag(element);
    if (name === 'INPUT') return;
    try {
      const value = VALUED[name] ? undefined : element.value;
      if (value !== undefined) tell(element, 'value ' + toText(value));
      const checked = element.checked;
      if (checked !== undefined) tell(element, 'checked ' + (checked === true));
    } catch {
      // A property of the page's own that cannot be read.
    }
  };
  const tellOfAll = (found) => {
    for (let i = 0; i < length(found); i++) {
      const element = item(found, i);
      tellOf(element);
      if (shadow(element)) tellOfAll(allInFragment(shadow(element), '*'));
    }
  };

  listen(window, 'guerdon-ask', (event) => {
    const question = detailOf(event);
    if (question === 'busy') tell(window, (sizeOf(timers) + sizeOf(requests)) + ' ' + (now() - changed));
    else if (question === 'forget') clear(requests);
    else if (question === 'facts') tellOfAll(allInDocument(document, '*'));
  }, ALWAYS);
})();
