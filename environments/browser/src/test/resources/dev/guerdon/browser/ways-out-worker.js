self.addEventListener('install', event => event.waitUntil(
    fetch('http://FORBIDDEN/serviceworker', { mode: 'no-cors' }).catch(() => {}).then(() => self.skipWaiting())));
if (!self.registration) {
  fetch('http://FORBIDDEN/worker', { mode: 'no-cors' }).catch(() => {}).then(() => self.postMessage('tried'));
}
