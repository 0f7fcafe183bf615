// Measures a frame, as far as the limits: how many elements it has, how long its texts are and how deep they lie.
([mostElements, mostText, mostDepth]) => {
  /* safe.js */
  const LINKS = ['href', 'src', 'action'];
  const address = dom.baseURI(document).length;
  const size = { elements: dom.named(document, '*').length, text: 0, depth: 0 };
  const walk = (root, above) => {
    let depth = above;
    let node = root;
    while (node) {
      if (size.text > mostText || size.elements > mostElements || size.depth > mostDepth) return;
      const type = dom.type(node);
      if (type === 1) {
        size.depth = Math.max(size.depth, depth);
        for (const attribute of dom.attributes(node)) {
          size.text += attribute.value.length + (LINKS.includes(attribute.name) ? address : 0);
        }
        const shadow = dom.shadow(node);
        if (shadow) {
          size.elements += dom.all(shadow, '*').length;
          walk(shadow, depth + 1);
        }
      } else if (type === 3) {
        size.text += dom.value(node).length;
      }
      let next = dom.first(node);
      if (next) depth++;
      for (; !next && node !== root; depth--) {
        next = dom.next(node);
        if (next) break;
        node = dom.parent(node);
      }
      node = next;
    }
  };
  walk(document, 0);
  return size;
}
