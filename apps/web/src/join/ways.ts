import { studentLesson, studentSnapshot } from '../base/addresses.ts';
import { showSnackOnNextPage } from '../base/snackbar.ts';
import { t } from '../base/t.ts';

/** The ways to leave the page. */
export interface Ways {
  toLesson: (assessmentId: number) => void;
  /**
   * Opens the live snapshot of a lesson that has just finished. The page stays loaded and continues to send what waits.
   */
  toSnapshot: (assessmentId: number) => void;
  /** Opens Home, with a message for the person. */
  toHome: (message?: string) => void;
  /**
   * Opens the sign-in page. `expired`: returns to this lesson after signing in again; `isLost`: unsent items are lost.
   * `elsewhere`: shows the reason in red, and starts fresh.
   */
  toSignIn: (why: { reason: 'nobody' } | { reason: 'expired'; isLost: boolean } | { reason: 'elsewhere'; message: string }) => void;
}

export const ways: Ways = {
  toLesson: (assessmentId) => location.replace(studentLesson(assessmentId)),
  toSnapshot: (assessmentId) => history.replaceState(null, '', studentSnapshot(assessmentId)),
  toHome: (message) => {
    if (message) showSnackOnNextPage(message, { color: 'amber', timeout: 8_000 });
    location.assign('/home');
  },
  toSignIn: (why) => {
    if (why.reason === 'elsewhere') showSnackOnNextPage(why.message, { color: 'red', timeout: 0 });
    if (why.reason === 'expired') showSnackOnNextPage(t(why.isLost ? 'join.signInExpiredLost' : 'join.signInExpired'), { color: 'amber', timeout: 8_000 });
    location.replace(why.reason === 'elsewhere' ? '/' : `/?to=${encodeURIComponent(location.pathname + location.search)}`);
  },
};

/** Changes ways for a page that somebody opened with a lesson's code: it has no Home and no sign-in. */
export const changeWays = (others: Ways): Ways => Object.assign(ways, others);

/** Returns the assessment that an address names; null if it names none or an invalid one. */
export const assessmentIdOf = (search: string): number | null => idIn(search, 'assessment_id', 'id');

/** Returns the id under the first of these names that an address has; null if there is none or it is invalid. */
export function idIn(search: string, ...names: readonly string[]): number | null {
  const query = new URLSearchParams(search);
  const given = names.map((name) => query.get(name)).find((value) => value !== null) ?? '';
  const id = /^\d{1,16}$/.test(given) ? Number(given) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
