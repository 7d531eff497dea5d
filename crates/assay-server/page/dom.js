// Nodes are built, never parsed: text from outside can only become text.

const SVG = 'http://www.w3.org/2000/svg';

/** @param {any} node @param {Props<any>} props */
function give(node, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on') && typeof value === 'function') {
      node.addEventListener(name.slice(2), value);
    } else if (name === 'data') {
      for (const [key, text] of Object.entries(value)) {
        if (text !== null && text !== undefined) node.dataset[key] = text;
      }
    } else if (name === 'value' && 'value' in node) {
      node.value = value;
    } else if (name === 'checked') {
      node.checked = Boolean(value);
    } else {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * @template {ParentNode} N
 * @param {N} node
 * @param {...Content} children
 * @returns {N}
 */
function append(node, ...children) {
  for (const child of /** @type {unknown[]} */ (children).flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : String(child));
  }
  return node;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props<HTMLElementTagNameMap[K]>} props
 * @param {...Content} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const node = document.createElement(tag);
  // a select takes its value only once its options are there
  if (tag === 'select') {
    append(node, ...children);
    give(node, props);
    return node;
  }
  give(node, props);
  return append(node, ...children);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props<SVGElementTagNameMap[K]>} props
 * @param {...Content} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  give(node, props);
  return append(node, ...children);
}

/**
 * @template {ParentNode} N
 * @param {N} node
 * @param {...Content} children
 * @returns {N}
 */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, ...children);
}

/**
 * A fixed part of index.html.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Says something to screen readers without moving the focus.
 * @param {string} text
 */
export function announce(text) {
  const live = byId('live');
  if (live && live.textContent !== text) live.textContent = text;
}

/**
 * @template {unknown[]} A
 * @param {number} wait
 * @param {(...args: A) => unknown} run
 * @returns {(...args: A) => void}
 */
export function debounce(wait, run) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), wait);
  };
}

/**
 * At most once in `wait`, and never forgetting the last call.
 * @param {number} wait
 * @param {() => unknown} run
 */
export function soon(wait, run) {
  let timer = 0;
  return () => {
    if (timer) return;
    timer = setTimeout(() => {
      timer = 0;
      run();
    }, wait);
  };
}

/** Lets the browser paint and answer input between two pieces of work. */
export function breathe() {
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

/** @param {string} key @param {string | null} value */
export function remember(key, value) {
  try {
    if (value === null) localStorage.removeItem(`assay.${key}`);
    else localStorage.setItem(`assay.${key}`, value);
  } catch {
    // a browser without storage forgets, and that is all
  }
}

/** @param {string} key @returns {string | null} */
export function remembered(key) {
  try {
    return localStorage.getItem(`assay.${key}`);
  } catch {
    return null;
  }
}

/**
 * For this tab: what was typed and not sent yet survives a reload.
 * @param {string} key
 * @param {unknown} value
 */
export function keepForNow(key, value) {
  try {
    if (value === null) sessionStorage.removeItem(`assay.${key}`);
    else sessionStorage.setItem(`assay.${key}`, JSON.stringify(value));
  } catch {
    // a browser without storage forgets, and that is all
  }
}

/** @param {string} key @returns {any} */
export function keptForNow(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`assay.${key}`) ?? 'null');
  } catch {
    return null;
  }
}
