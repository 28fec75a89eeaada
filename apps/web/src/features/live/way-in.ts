import { t } from './t.ts';

/** Where students find the lesson, in words; an address of this very machine would lead nobody here. */
export function wayIn(): string {
  const isReachable = !/^(localhost$|127\.|\[?::1)/.test(location.hostname);
  return isReachable ? t('teach.projectorWaitingAt', { address: location.host }) : t('teach.projectorWaitingHint');
}
