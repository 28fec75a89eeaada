import { keep, readKeptJson } from './storage.ts';

/**
 * The kept data of a person other than unsent answers, which stay until they are delivered: unfinished forms,
 * preferences, and the last page of each section of the menu.
 */
const OF_PERSON = /^cw\.(?:question-draft|announcement-draft|announcement-class|assessment-draft|work-draft|teach|sections)\.(\d+)(?:\.|$)/;

/** Removes the data that this device keeps of a person who signs out. */
export function deleteKeptData(accountId: number): void {
  try {
    for (const key of Object.keys(localStorage)) if (OF_PERSON.exec(key)?.[1] === String(accountId)) localStorage.removeItem(key);
  } catch {
    // nothing is kept if the browser blocks storage
  }
  if (readKeptJson<{ account_id?: unknown }>('device', 'cw.preferences')?.account_id === accountId) keep('device', 'cw.preferences', null);
}
