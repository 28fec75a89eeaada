import { studentLesson } from '../../../base/addresses.ts';
import { t } from '../../../base/t.ts';

/** Checks whether other devices can open this address. An address of this machine would not work for them. */
export const isReachable = (): boolean => !/^(localhost$|127\.|\[?::1)/.test(location.hostname);

/** Returns a text that explains to students how to open the lesson. */
export const joinInstructions = (): string => (isReachable() ? t('teach.projectorWaitingAt', { address: location.host }) : t('teach.projectorWaitingHint'));

/**
 * Returns the lesson's address for a QR code. Students who are signed out sign in first. Null if other devices cannot
 * open the address.
 */
export const lessonAddress = (assessmentId: number): string | null => (isReachable() ? location.origin + studentLesson(assessmentId) : null);
