  // What the DOM itself answers: a form or a document that is asked for getAttribute or parentNode answers with an input or an image of
  // that name.
  const uncurried = Function.prototype.bind.bind(Function.prototype.call);
  const method = (type, name) => uncurried(type.prototype[name]);
  const getter = (type, name) => uncurried(Object.getOwnPropertyDescriptor(type.prototype, name).get);
  const hasOwn = uncurried(Object.prototype.hasOwnProperty);
  const nodeType = getter(Node, 'nodeType');
  const ofRoot = (get, name, fragment) => {
    const [inDocument, inShadow] = [get(Document, name), get(fragment, name)];
    return (root, ...values) => (nodeType(root) === 9 ? inDocument : inShadow)(root, ...values);
  };
  const ofElement = (get, name, other) => {
    const [html, svg] = [get(HTMLElement, name), get(SVGElement, name)];
    return (element, ...values) => (element instanceof HTMLElement ? html(element, ...values)
      : element instanceof SVGElement ? svg(element, ...values) : other);
  };
  const contentEditable = getter(HTMLElement, 'isContentEditable');
  const dom = {
    type: nodeType,
    parent: getter(Node, 'parentNode'),
    parentElement: getter(Node, 'parentElement'),
    first: getter(Node, 'firstChild'),
    next: getter(Node, 'nextSibling'),
    nodes: getter(Node, 'childNodes'),
    text: getter(Node, 'textContent'),
    value: getter(Node, 'nodeValue'),
    root: method(Node, 'getRootNode'),
    contains: method(Node, 'contains'),
    isConnected: getter(Node, 'isConnected'),
    tag: getter(Element, 'tagName'),
    attribute: method(Element, 'getAttribute'),
    setAttribute: method(Element, 'setAttribute'),
    removeAttribute: method(Element, 'removeAttribute'),
    hasAttribute: method(Element, 'hasAttribute'),
    attributes: getter(Element, 'attributes'),
    children: getter(Element, 'children'),
    matches: method(Element, 'matches'),
    closest: method(Element, 'closest'),
    shadow: getter(Element, 'shadowRoot'),
    slot: getter(Element, 'assignedSlot'),
    box: method(Element, 'getBoundingClientRect'),
    isRendered: Element.prototype.checkVisibility ? method(Element, 'checkVisibility') : () => true,
    left: getter(Element, 'clientLeft'),
    top: getter(Element, 'clientTop'),
    scrollTo: method(Element, 'scrollIntoView'),
    scrollIfNeeded: method(Element, 'scrollIntoViewIfNeeded'),
    hasFocus: method(Document, 'hasFocus'),
    host: getter(ShadowRoot, 'host'),
    all: ofRoot(method, 'querySelectorAll', DocumentFragment),
    stack: ofRoot(method, 'elementsFromPoint', ShadowRoot),
    at: ofRoot(method, 'elementFromPoint', ShadowRoot),
    active: ofRoot(getter, 'activeElement', ShadowRoot),
    focus: ofElement(method, 'focus'),
    blur: ofElement(method, 'blur'),
    isEditable: (element) => element instanceof HTMLElement && contentEditable(element),
    dispatch: method(EventTarget, 'dispatchEvent'),
    listen: method(EventTarget, 'addEventListener'),
    title: getter(Document, 'title'),
    baseURI: getter(Node, 'baseURI'),
    named: method(Document, 'getElementsByTagName'),
    readyState: getter(Document, 'readyState'),
    animations: method(Document, 'getAnimations'),
  };
