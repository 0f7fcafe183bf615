// Says in words which color the goal of use-colorwheel-2 shows: as #rrggbb.
() => {
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  const hex = (color) => '#' + color.match(/\d+/g).slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  core.getUtterance = () => {
    const [before, sample, after] = document.getElementById('query').children;
    return words(before) + ' ' + hex(sample.style.backgroundColor) + ' ' + words(after);
  };
}
