import { studentLesson } from '../../../base/addresses.ts';
import { t } from './t.ts';

/** An address of this very machine would lead nobody here. */
const isReachable = (): boolean => !/^(localhost$|127\.|\[?::1)/.test(location.hostname);

/** Where students find the lesson, in words. */
export const wayIn = (): string => (isReachable() ? t('teach.projectorWaitingAt', { address: location.host }) : t('teach.projectorWaitingHint'));

/** The lesson's address for a student's camera; who is not signed in comes by the sign-in. Null where it would lead nobody here. */
export const lessonAddress = (assessmentId: number): string | null => (isReachable() ? location.origin + studentLesson(assessmentId) : null);
