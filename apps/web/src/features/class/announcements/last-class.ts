import { getSession } from '../../../base/session.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';
import type { Pick } from './values.ts';

const key = (): string => `cw.announcement-class.${getSession()?.user.account_id ?? 0}`;

/** Remembers the class of an announcement on this device. An announcement to several classes changes nothing. */
export function keepLastClass(courses: readonly Pick[]): void {
  const [only, another] = courses;
  if (only && another === undefined && typeof only.id === 'number') keep('device', key(), JSON.stringify(only.id));
}

/** Returns the id of the class of the last announcement on this device. Null: none is remembered. */
export const readLastClass = (): number | null => readKeptJson<number>('device', key());
