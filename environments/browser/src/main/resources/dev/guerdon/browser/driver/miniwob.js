// Takes what MiniWoB shows to people only (the query, the score, the cover, the trace of clicks) out of the page, except while
// MiniWoB's own functions that need it are running.
() => {
  const SHOWN_TO_PEOPLE = ['reward-display', 'click-canvas', 'sync-task-cover'];
  let taken = [];
  let query = null;

  const take = () => {
    core.clearTimer();
    document.body.removeEventListener('click', core.canvasDrawClick);
    const box = document.getElementById('query');
    if (box) {
      query = box.innerHTML;
      box.innerHTML = '';
    }
    taken = SHOWN_TO_PEOPLE.map((id) => document.getElementById(id)).filter((element) => element !== null);
    taken.forEach((element) => element.remove());
  };
  const bringBack = () => {
    const box = document.getElementById('query');
    if (box && query !== null) box.innerHTML = query;
    taken.forEach((element) => document.body.appendChild(element));
    core.createDisplay();
  };
  for (const name of ['startEpisodeReal', 'endEpisode', 'getUtterance']) {
    const original = core[name];
    core[name] = function (...values) {
      bringBack();
      try {
        return original.apply(this, values);
      } finally {
        take();
      }
    };
  }
  take();
}
