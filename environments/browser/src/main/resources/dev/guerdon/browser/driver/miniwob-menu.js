// Says in words which icon the goal of click-menu-2 shows: the name of its class.
() => {
  const words = (node) => node.textContent.replace(/\s+/g, ' ').trim();
  core.getUtterance = () => {
    const query = document.getElementById('query');
    const icon = query.children[0];
    if (!icon) return words(query);
    const before = query.childNodes[0];
    const after = query.childNodes[2];
    return words(before) + ' "' + icon.getAttribute('class').split(' ')[1] + '" ' + words(after);
  };
}
