let all = null, shown = 0, asked = false;
async function load() {
  if (asked) return;
  asked = true;
  const reply = await fetch(DATA, {headers: {Accept: 'application/json'}});
  all = (await reply.json()).places;
  more();
}
function line(tag, text) { const e = document.createElement(tag); e.textContent = text; return e; }
function more() {
  const list = document.getElementById('list');
  for (const p of all.slice(shown, shown + 10)) {
    const item = document.createElement('li');
    const link = line('a', p.name);
    link.href = '/place/' + p.id;
    item.append(link, line('p', p.rating.toFixed(1) + ' stars, ' + p.reviews + ' reviews'),
        line('p', p.distance_m + ' m away'));
    list.append(item);
    shown++;
  }
  document.getElementById('count').textContent = 'Showing ' + shown + ' of ' + all.length;
  document.getElementById('data').textContent = 'Data with hours and phone: ' + DATA;
  document.getElementById('more').hidden = shown >= all.length;
}
document.getElementById('more').addEventListener('click', more);
for (const e of ['scroll', 'wheel', 'touchmove', 'keydown']) window.addEventListener(e, load);
