// Runs in every frame before the page's own scripts: tells which page is in use, and knows whether the frame is still changing.
(() => {
  'use strict';
  if (Object.prototype.hasOwnProperty.call(window, '__guerdon')) return;

  // Kept, because a page may replace them.
  const nativeSetTimeout = window.setTimeout;
  const nativeClearTimeout = window.clearTimeout;
  const nativeFrame = window.requestAnimationFrame;
  const now = performance.now.bind(performance);

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
    window.addEventListener(name, activated, { capture: true, passive: true });
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') activated();
  }, { capture: true });

  const SHORT_TIMER = 500; // What BrowserGym would have waited for in any case.
  const DEEPEST = 8; // A timer that was set from timers again and again is a clock, not an answer to an action.
  const timers = new Map();
  let depth = 0;
  let changed = now();
  let marking = false;

  const touched = () => {
    if (!marking) changed = now();
  };

  window.setTimeout = function setTimeout(callback, delay, ...rest) {
    if (typeof callback !== 'function') return nativeSetTimeout.call(window, callback, delay, ...rest);
    const level = depth + 1;
    const id = nativeSetTimeout.call(window, function (...values) {
      timers.delete(id);
      touched();
      const before = depth;
      depth = level;
      try {
        return callback.apply(this, values);
      } finally {
        depth = before;
      }
    }, delay, ...rest);
    if (level <= DEEPEST && !(Number(delay) > SHORT_TIMER)) timers.set(id, now() + (Number(delay) || 0));
    return id;
  };
  window.clearTimeout = function clearTimeout(id) {
    timers.delete(id);
    return nativeClearTimeout.call(window, id);
  };

  // Requests are known here from the call to the last byte that the page has read: the browser's own events come from another
  // process, too early or too late for a page that is about to act on an answer.
  const requests = new Set();
  const nativeFetch = window.fetch;
  const bodies = ['json', 'text', 'blob', 'arrayBuffer', 'formData', 'bytes'];

  const awaited = (promise) => {
    const request = {};
    requests.add(request);
    const ended = () => {
      requests.delete(request);
      touched();
    };
    promise.then(ended, ended);
    return promise;
  };

  if (nativeFetch) {
    window.fetch = function fetch(...values) {
      return awaited(nativeFetch.apply(window, values));
    };
    for (const name of bodies) {
      const read = Response.prototype[name];
      if (read) {
        Response.prototype[name] = { [name](...values) { return awaited(read.apply(this, values)); } }[name];
      }
    }
  }
  const nativeSend = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function send(...values) {
    const ended = () => {
      requests.delete(this);
      touched();
    };
    requests.add(this);
    this.addEventListener('loadend', ended, { once: true });
    try {
      return nativeSend.apply(this, values);
    } catch (error) {
      ended();
      throw error;
    }
  };

  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
  const observer = new MutationObserver(touched);
  observer.observe(document, EVERYTHING);
  const nativeAttachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function attachShadow(options) {
    const root = nativeAttachShadow.call(this, options);
    observer.observe(root, EVERYTHING);
    return root;
  };
  window.addEventListener('scroll', touched, { capture: true, passive: true });

  const animating = () => {
    try {
      return document.getAnimations().some((animation) => {
        if (animation.playState !== 'running' || !animation.effect) return false;
        const timing = animation.effect.getComputedTiming();
        return Number.isFinite(timing.endTime) && timing.endTime - (animation.currentTime || 0) <= SHORT_TIMER;
      });
    } catch {
      return false;
    }
  };

  /** Whether nothing has changed for some time and nothing is about to. */
  const isQuiet = (quiet) => document.readyState !== 'loading'
    && now() - changed >= quiet
    && timers.size === 0
    && requests.size === 0
    && !animating();

  const nextFrame = (most) => new Promise((resolve) => {
    nativeFrame.call(window, resolve);
    nativeSetTimeout.call(window, resolve, most); // A frame that is not shown draws nothing.
  });

  const pause = (time) => new Promise((resolve) => nativeSetTimeout.call(window, resolve, time));

  Object.defineProperty(window, '__guerdon', {
    value: Object.freeze({
      pause,
      now,
      frame: nativeFrame,
      /** While marks are written, what changes is our own doing. */
      marking(is) {
        // Records of what was written until now are delivered in the next microtask.
        if (is) marking = true;
        else Promise.resolve().then(() => { marking = false; });
      },
      /** What is on the way now is not waited for again. */
      forget() {
        requests.clear();
      },
      /** Waits until the frame is quiet: true, or false where it was not within the time. */
      async settle(quiet, cap) {
        const end = now() + cap;
        await nextFrame(50);
        while (!isQuiet(quiet)) {
          const left = end - now();
          if (left <= 0) return false;
          await pause(Math.min(left, 10));
        }
        return true;
      },
    }),
  });
})();
