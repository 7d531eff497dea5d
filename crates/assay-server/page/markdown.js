// A small Markdown: headings, lists, tables, quotations, bold, code, links inside the page and
// citations. Anything else stays text. Raw HTML is text, but for the anchors that reports have.

import { h } from './dom.js';

const INLINE = new RegExp(
  [
    /\\([\\`*_{}[\]()#+\-.!|<>~&"'])/, // 1 escaped
    /`([^`]+)`/, // 2 code
    /\*\*((?:\\.|[^\\])+?)\*\*/, // 3 bold
    /\*(?!\s)((?:\\.|[^*\\])+?)\*/, // 4 emphasis
    /\[\[(\d+)\]\]\(#([^)\s]+)\)/, // 5, 6 numbered citation
    /\[\[((?:ev|claim)_\w+)\]\]/, // 7 evidence by id
    /\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)/, // 8, 9 link
    /\[(\d{1,4})\](?![([])/, // 10 bare citation
    /(\n)/, // 11 end of a line
  ]
    .map((one) => one.source)
    .join('|'),
  'g',
);

const ANCHOR = /^<a id="([^"]+)"><\/a>\s*/;

/** @param {string} text @param {MarkdownHooks} hooks @returns {Content[]} */
export function inline(text, hooks = {}) {
  /** @type {Content[]} */
  const out = [];
  let end = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > end) out.push(text.slice(end, found.index));
    out.push(token(found, hooks));
    end = found.index + found[0].length;
  }
  if (end < text.length) out.push(text.slice(end));
  return out;
}

/** @param {RegExpExecArray} found @param {MarkdownHooks} hooks @returns {Content} */
function token(found, hooks) {
  const [whole, escaped, code, bold, em, number, target, id, label, address, bare, end] = found;
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return h('code', {}, code);
  if (bold !== undefined) return h('strong', {}, inline(bold, hooks));
  if (em !== undefined) return h('em', {}, inline(em, hooks));
  if (number !== undefined) return hooks.cite?.(number, target) ?? h('sup', {}, `[${number}]`);
  if (id !== undefined) return hooks.evidence?.(id) ?? h('sup', { class: 'soft', title: id }, '[•]');
  if (label !== undefined) return link(label, address, hooks);
  if (end !== undefined) return h('br', {});
  if (bare !== undefined) return hooks.cite?.(bare, `s${bare}`) ?? whole;
  return whole;
}

/** @param {string} label @param {string} address @param {MarkdownHooks} hooks @returns {Content} */
function link(label, address, hooks) {
  const content = inline(label, hooks);
  if (!address.startsWith('#')) {
    return h(
      'span',
      { class: 'outside', title: address },
      content,
      hooks.showAddresses ? h('span', { class: 'soft' }, ` ${address}`) : null,
    );
  }
  return hooks.target?.(address.slice(1), content) ?? h('span', {}, content);
}

const RULE = /^\|[\s:|-]+\|\s*$/;
/** @param {string[]} lines @param {number} at */
const isTableHead = (lines, at) => lines[at]?.startsWith('|') && RULE.test(lines[at + 1] ?? '');
const LIST = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/;

/**
 * Lines into blocks: `{kind, …}`. Quick, because a memo has thousands of lines.
 * @param {string | string[]} text
 * @returns {MarkdownBlock[]}
 */
export function blocks(text) {
  const lines = Array.isArray(text) ? text : text.split(/\r?\n/);
  /** @type {MarkdownBlock[]} */
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (!line.trim()) {
      at += 1;
    } else if (heading) {
      out.push({ kind: 'heading', level: heading[1].length, text: heading[2] });
      at += 1;
    } else if (/^(-{3,}|\*{3,})\s*$/.test(line)) {
      out.push({ kind: 'rule' });
      at += 1;
    } else if (line.startsWith('```')) {
      const end = lines.findIndex((one, index) => index > at && one.startsWith('```'));
      const stop = end < 0 ? lines.length : end;
      out.push({ kind: 'code', text: lines.slice(at + 1, stop).join('\n') });
      at = stop + 1;
    } else if (isTableHead(lines, at)) {
      const start = at;
      while (at < lines.length && lines[at].startsWith('|')) at += 1;
      out.push({ kind: 'table', rows: lines.slice(start, at) });
    } else if (line.startsWith('>')) {
      const start = at;
      while (at < lines.length && lines[at].startsWith('>')) at += 1;
      out.push({ kind: 'quote', blocks: quotedBlocks(lines.slice(start, at).map((one) => one.replace(/^> ?/, ''))) });
    } else if (LIST.test(line)) {
      const start = at;
      while (at < lines.length && (LIST.test(lines[at]) || /^\s{2,}\S/.test(lines[at]))) at += 1;
      out.push({ kind: 'list', items: items(lines.slice(start, at)) });
    } else {
      const start = at;
      at += 1;
      while (at < lines.length && lines[at].trim() && !/^(#{1,6}\s|>|```|\||<a id=)/.test(lines[at]) && !LIST.test(lines[at]))
        at += 1;
      const whole = joined(lines.slice(start, at));
      const anchor = ANCHOR.exec(whole);
      // a name from outside never equals one of the page
      out.push({
        kind: 'paragraph',
        id: anchor ? `at-${anchor[1]}` : undefined,
        text: anchor ? whole.slice(anchor[0].length) : whole,
      });
    }
  }
  return out;
}

/**
 * The lines of a paragraph: one that ends with a backslash is a line of its own.
 * @param {string[]} lines
 */
const joined = (lines) =>
  lines
    .map((line) => (/(?<!\\)(?:\\\\)*\\$/.test(line) ? `${line.slice(0, -1)}\n` : `${line} `))
    .join('')
    .trim();

const QUOTED_ROW = /^\\?\|.*\|\\?$/;

/**
 * The text of a source, quoted line by line with its pipes escaped: rows below each other are a table again.
 * @param {string[]} lines
 * @returns {MarkdownBlock[]}
 */
function quotedBlocks(lines) {
  /** @type {MarkdownBlock[]} */
  const out = [];
  let at = 0;
  while (at < lines.length) {
    const start = at;
    const isRow = QUOTED_ROW.test(lines[at]);
    while (at < lines.length && QUOTED_ROW.test(lines[at]) === isRow) at += 1;
    const part = lines.slice(start, at);
    if (isRow && part.length > 1) out.push({ kind: 'table', rows: part.map(unquotedRow) });
    else out.push(...blocks(part.map((line) => (line === '\\' ? '' : line))));
  }
  return out;
}

/** @param {string} line */
const unquotedRow = (line) => {
  const row = line.replace(/([^\\]|^)\\$/, '$1');
  return row.startsWith('|') ? row : row.replace(/\\([\\|-])/g, '$1');
};

/** @param {string[]} lines */
function items(lines) {
  const [, space = '', sign = ''] = LIST.exec(lines[0]) ?? [];
  /** @type {MarkdownList} */
  const list = { ordered: /\d/.test(sign), entries: [] };
  for (const line of lines) {
    const found = LIST.exec(line);
    if (found && found[1].length <= space.length) list.entries.push({ text: found[3], inner: [] });
    else list.entries.at(-1)?.inner.push(line);
  }
  return list;
}

/** @param {string} row @returns {string[]} */
export function cells(row) {
  const inner = row.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((one) => one.trim().replaceAll('\\|', '|'));
}

/** @param {MarkdownBlock} block @param {MarkdownHooks} hooks @returns {HTMLElement} */
export function render(block, hooks = {}) {
  switch (block.kind) {
    case 'heading': {
      const level = Math.min(6, block.level + (hooks.deeper ?? 1));
      return h(/** @type {'h6'} */ (`h${level}`), { id: block.id }, inline(block.text, hooks));
    }
    case 'rule':
      return h('hr', {});
    case 'code':
      return h('pre', {}, block.text);
    case 'quote':
      return h(
        'blockquote',
        {},
        block.blocks.map((one) => render(quoted(one), hooks)),
      );
    case 'table':
      return renderTable(block.rows, hooks);
    case 'list':
      return renderList(block.items, hooks);
    default:
      return h('p', { id: block.id }, inline(block.text, hooks));
  }
}

/**
 * A heading inside a quotation is no heading of this text.
 * @param {MarkdownBlock} block
 * @returns {MarkdownBlock}
 */
const quoted = (block) => (block.kind === 'heading' ? { kind: 'paragraph', text: `**${block.text}**` } : block);

/** @param {MarkdownList} list @param {MarkdownHooks} hooks */
function renderList(list, hooks) {
  return h(
    list.ordered ? 'ol' : 'ul',
    {},
    list.entries.map((entry) =>
      h(
        'li',
        {},
        inline(entry.text, hooks),
        entry.inner.length
          ? blocks(entry.inner.map((line) => line.replace(/^ {2,4}/, ''))).map((one) => render(one, hooks))
          : null,
      ),
    ),
  );
}

/** @param {string[]} lines @param {MarkdownHooks} hooks */
function renderTable(lines, hooks) {
  // a piece of a table may have no head, and a head may have several rows
  const ruled = lines.findIndex((line) => RULE.test(line));
  const heads = lines.slice(0, Math.max(ruled, 0)).map(cells);
  const rule = ruled < 0 ? [] : cells(lines[ruled]);
  const rows = lines.slice(ruled + 1).map(cells);
  /** @param {number} at */
  const side = (at) => (/:$/.test(rule[at] ?? '') && !/^:/.test(rule[at] ?? '') ? 'right' : null);
  /** @param {'th' | 'td'} tag @param {string[]} values */
  const row = (tag, values) =>
    h(
      'tr',
      {},
      values.map((value, at) => h(tag, { class: side(at) }, inline(value, hooks))),
    );
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': (heads[0] ?? rows[0] ?? []).filter(Boolean).slice(0, 3).join(', ') },
    h(
      'table',
      {},
      heads.length ? h('thead', {}, heads.map((one) => row('th', one))) : null,
      h('tbody', {}, rows.map((one) => row('td', one))),
    ),
  );
}

/** @param {string | string[]} text @param {MarkdownHooks} [hooks] */
export function markdownNodes(text, hooks) {
  return blocks(text).map((one) => render(one, hooks));
}
