import { getSession } from '../../../base/session.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';

const KEY = 'cw.sync.school';

interface Chosen {
  accountId: number;
  schoolId: number;
}

/**
 * Returns the school that an administrator without a school selected in this tab, for every call of the sync. Empty for
 * other people.
 */
export function inChosenSchool(): { school_id?: number } {
  const chosen = readKeptJson<Chosen>('tab', KEY);
  return chosen !== null && chosen.accountId === getSession()?.user.account_id ? { school_id: chosen.schoolId } : {};
}

/** Keeps the selected school; null for none. */
export function chooseSchool(schoolId: number | null): void {
  const accountId = getSession()?.user.account_id;
  keep('tab', KEY, schoolId === null || accountId === undefined ? null : JSON.stringify({ accountId, schoolId } satisfies Chosen));
}
