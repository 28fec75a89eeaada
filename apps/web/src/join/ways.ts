import { studentLesson, studentSnapshot } from '../base/addresses.ts';
import { showSnackOnNextPage } from '../base/snackbar.ts';
import { t } from './t.ts';

/** Where the page can go. */
export interface Ways {
  toLesson: (assessmentId: number) => void;
  /** To what is left of a lesson that has just finished. The page goes on: what waits to be sent is sent from there too. */
  toSnapshot: (assessmentId: number) => void;
  /** With what the person should read there. */
  toHome: (message?: string) => void;
  /** `expired`: comes back to this lesson after signing in again; `isLost`: without what was not sent. `elsewhere`: says why, in red, and begins anew. */
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

/** The assessment that an address names; null when it names none or nonsense. */
export function assessmentIdOf(search: string): number | null {
  const query = new URLSearchParams(search);
  const given = query.get('assessment_id') ?? query.get('id') ?? '';
  const id = /^\d{1,16}$/.test(given) ? Number(given) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
