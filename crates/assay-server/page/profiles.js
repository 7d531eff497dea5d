// What a research may be made of: the list of the server, read once.

import { get } from './api.js';
import { lang } from './i18n.js';

/** @type {Promise<Api.ProfileList> | null} */
let list = null;

/** @returns {Promise<Api.ProfileView[]>} */
export async function profiles() {
  list ??= get('/api/profiles');
  try {
    return (await list).profiles;
  } catch (fault) {
    list = null;
    throw fault;
  }
}

/** @param {Api.ProfileView} profile */
export const profileName = (profile) => profile.name[lang()];
