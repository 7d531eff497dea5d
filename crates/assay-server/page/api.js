// The one way to the server. A failure is an `ApiError` until a person reads it.

import { remember, remembered } from './dom.js';
import { t } from './i18n.js';

// The half of a session that no other port of this address is ever sent; its cookie is the other half.
const KEY = 'session';

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {{ status: number, code?: string | null, problems?: Record<string, any>[] | null }} reply
   */
  constructor(message, { status, code = null, problems = null }) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

/** The view that asked was left meanwhile: nothing that anybody needs to know. */
export const isAbort = (/** @type {unknown} */ fault) => fault instanceof DOMException && fault.name === 'AbortError';

/** What the server answered with; 0 where it did not, null where the fault is none of its replies. */
export const statusOf = (/** @type {unknown} */ fault) => (fault instanceof ApiError ? fault.status : null);

/** @type {Set<(isOnline: boolean) => void>} */
const listeners = new Set();
let isOnline = true;
let probing = 0;

/**
 * Told `true` or `false` when the server is reached again or lost.
 * @param {(isOnline: boolean) => void} listener
 */
export function onConnection(listener) {
  listeners.add(listener);
}

/** @param {boolean} value */
function setOnline(value) {
  if (isOnline === value) return;
  isOnline = value;
  for (const listener of listeners) listener(value);
  if (!value) probe();
}

export function lost() {
  setOnline(false);
}

function probe() {
  clearTimeout(probing);
  probing = setTimeout(async () => {
    try {
      const reply = await fetch('/api/health', { cache: 'no-store' });
      if (reply.ok) return setOnline(true);
    } catch {
      // still away: asked again below
    }
    return probe();
  }, 2000);
}

/** @param {Response} reply */
async function failure(reply) {
  const text = await reply.text();
  try {
    const body = JSON.parse(text);
    return new ApiError(body.error ?? text, {
      status: reply.status,
      code: body.code ?? null,
      problems: body.problems ?? null,
    });
  } catch {
    return new ApiError(text.slice(0, 300) || t('error.status', { status: reply.status }), {
      status: reply.status,
    });
  }
}

/** @returns {Record<string, string>} */
export function sessionHeaders() {
  const key = remembered(KEY);
  return key ? { 'X-Assay-Session': key } : {};
}

/**
 * Gives the token for a session.
 * @param {string} token
 */
export async function signInWith(token) {
  const { key } = await send('POST', '/api/session', { token });
  remember(KEY, key);
}

/** @param {string} path @param {RequestInit} options */
async function call(path, options) {
  let reply;
  try {
    const headers = { ...options.headers, ...sessionHeaders() };
    reply = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...options, headers });
  } catch (fault) {
    if (isAbort(fault)) throw fault;
    setOnline(false);
    throw new ApiError(t('error.offline'), { status: 0 });
  }
  setOnline(true);
  if (!reply.ok) throw await failure(reply);
  return reply;
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function get(path, signal) {
  return (await call(path, { signal })).json();
}

/** @param {string} path @param {AbortSignal} [signal] */
export async function getText(path, signal) {
  return (await call(path, { signal })).text();
}

/**
 * A file and the name that the server gives it.
 * @param {string} path
 */
export async function getBlob(path) {
  const reply = await call(path, {});
  const name = /filename="([^"]+)"/.exec(reply.headers.get('Content-Disposition') ?? '')?.[1];
  return { blob: await reply.blob(), name };
}

/** @param {string} method @param {string} path @param {unknown} [body] @param {AbortSignal} [signal] @returns {Promise<any>} */
export async function send(method, path, body, signal) {
  const reply = await call(path, {
    method,
    signal,
    headers: { 'Content-Type': 'application/json', 'X-Assay': '1' },
    body: JSON.stringify(body ?? {}),
  });
  const text = await reply.text();
  return text ? JSON.parse(text) : null;
}

/** @param {string} path @param {File} file @returns {Promise<Api.Upload>} */
export async function upload(path, file) {
  const reply = await call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', 'X-Assay': '1' },
    body: file,
  });
  return reply.json();
}

/** @param {Api.RunId} run */
export const runPath = (run, rest = '') => `/api/runs/${encodeURIComponent(run)}${rest}`;
