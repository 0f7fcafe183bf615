// Runs beside the page's scripts, in a world of its own where the driver has one: knows whether the frame is still changing.
(() => {
  'use strict';
  if (Object.prototype.hasOwnProperty.call(globalThis, 'guerdonQuiet')) return;
  /* safe.js */
  const SHORT_ANIMATION = 500; // What BrowserGym would have waited for in any case.
  const EVERYTHING = { subtree: true, childList: true, attributes: true, characterData: true };
  const now = performance.now.bind(performance);
  const nativeSetTimeout = window.setTimeout;
  const nativeFrame = window.requestAnimationFrame;
  const pathOf = method(Event, 'composedPath');

  let changed = now();
  const touched = () => { changed = now(); };
  const observer = new MutationObserver(touched);
  observer.observe(document, EVERYTHING);
  dom.listen(window, 'scroll', touched, { capture: true, passive: true });

  // The page's own world answers at once, before the question returns.
  let hear = null;
  dom.listen(window, 'guerdon-tell', (event) => { if (hear) hear(event); }, { capture: true });
  const ask = (question, listener) => {
    hear = listener;
    try {
      dom.dispatch(window, new CustomEvent('guerdon-ask', { detail: question }));
    } finally {
      hear = null;
    }
  };

  const animating = () => {
    try {
      return dom.animations(document).some((animation) => {
        if (animation.playState !== 'running' || !animation.effect) return false;
        const timing = animation.effect.getComputedTiming();
        return Number.isFinite(timing.endTime) && timing.endTime - (animation.currentTime || 0) <= SHORT_ANIMATION;
      });
    } catch {
      return false;
    }
  };

  /** Whether nothing has changed for some time and nothing is about to. */
  const isQuiet = (quiet) => {
    let busy = false;
    ask('busy', (event) => {
      const [waiting, age] = String(event.detail).split(' ');
      busy = waiting !== '0' || Number(age) < quiet;
    });
    return !busy && dom.readyState(document) !== 'loading' && now() - changed >= quiet && !animating();
  };

  const pause = (time) => new Promise((resolve) => { nativeSetTimeout.call(window, resolve, time); });
  const nextFrame = (most) => new Promise((resolve) => {
    nativeFrame.call(window, resolve);
    nativeSetTimeout.call(window, resolve, most); // A frame that is not shown draws nothing.
  });

  Object.defineProperty(globalThis, 'guerdonQuiet', {
    value: Object.freeze({
      pause,
      title: () => dom.title(document),
      /** What was written until now was our own doing. */
      written() {
        observer.takeRecords();
      },
      /** What only the page's own world knows of elements: 'onclick', 'value ...' or 'checked ...', each with its element. */
      facts(listener) {
        ask('facts', (event) => listener(pathOf(event)[0], String(event.detail)));
      },
      /** What is on the way now is not waited for again. */
      forget() {
        ask('forget', () => {});
      },
      /** Waits until the frame is quiet: true, or false where it was not within the time. */
      async settle(quiet, cap, drawn) {
        const end = now() + cap;
        if (drawn) await nextFrame(50);
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
