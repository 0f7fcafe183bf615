// Shows people which element is acted on: a cursor moves to it, then a box flashes around it. Both are gone before the action begins.
async (element, { mode }) => {
  const CURSOR_PIXELS_PER_SECOND = 400;
  const MOST_CURSOR_MILLIS = 2000;
  const BOX_MILLIS = 500;
  const style = 'position:fixed;pointer-events:none;z-index:2147483647;margin:0;padding:0;';

  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2;
  const y = box.top + box.height / 2;
  const top = element.getRootNode().elementFromPoint?.(x, y);
  const seen = box.width > 0 && box.height > 0 && top && (element.contains(top) || top.contains(element) || top.shadowRoot?.contains(element));
  if (!seen && mode === 'ONLY_VISIBLE_ELEMENTS') return;

  const add = (kind, css) => {
    const shown = document.createElement('div');
    shown.setAttribute('data-guerdon-demo', kind);
    shown.setAttribute('aria-hidden', 'true');
    shown.style.cssText = style + css;
    document.documentElement.append(shown);
    return shown;
  };
  const before = window.__guerdonCursor ?? { x: window.innerWidth / 2, y: window.innerHeight / 2 };
  const millis = Math.min(MOST_CURSOR_MILLIS, (1000 * Math.hypot(x - before.x, y - before.y)) / CURSOR_PIXELS_PER_SECOND);
  const cursor = add('cursor', 'width:12px;height:12px;border-radius:50%;background:rgba(0,0,0,.6);border:2px solid white;');
  const path = [before, { x, y }].map((at) => ({ left: `${at.x - 8}px`, top: `${at.y - 8}px` }));
  await cursor.animate(path, { duration: millis, fill: 'forwards' }).finished;
  window.__guerdonCursor = { x, y };
  const colour = seen || mode !== 'DEFAULT' ? 'blue' : 'red';
  const frame = add('box', `left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;outline:3px solid ${colour};outline-offset:1px;`);
  await new Promise((done) => setTimeout(done, BOX_MILLIS));
  cursor.remove();
  frame.remove();
}
