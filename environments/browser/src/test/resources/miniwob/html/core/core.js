// A small page side of our own that speaks as MiniWoB's pages do, for tests without a download.
var WOB_REWARD_GLOBAL = 0;
var WOB_RAW_REWARD_GLOBAL = 0;
var WOB_REWARD_REASON = null;
var WOB_DONE_GLOBAL = false;
var WOB_EPISODE_ID = 0;
var WOB_TASK_READY = true;
var lastSeed = 0;
Math.seedrandom = (seed) => { lastSeed = seed; };

var core = {
  EPISODE_MAX_TIME: 10000,
  timer: null,
  clearTimer() {},
  canvasDrawClick() {},
  createDisplay() {
    for (const id of ['reward-display', 'click-canvas', 'sync-task-cover']) {
      if (!document.getElementById(id)) {
        const shown = document.createElement('div');
        shown.id = id;
        shown.textContent = 'for people: ' + id;
        document.body.appendChild(shown);
      }
    }
  },
  startEpisodeReal() {
    genProblem();
    WOB_DONE_GLOBAL = false;
    WOB_RAW_REWARD_GLOBAL = 0;
  },
  endEpisode(reward) {
    WOB_RAW_REWARD_GLOBAL = reward;
    WOB_REWARD_GLOBAL = reward;
    WOB_DONE_GLOBAL = true;
    WOB_EPISODE_ID++;
  },
  getUtterance() {
    return document.getElementById('query').textContent.replace(/\s+/g, ' ').trim();
  },
};
