import { keep, readKeptJson } from '../../base/storage.ts';
import { keptLessonKey } from '../../lesson/kept-keys.ts';
import type { LessonModel } from './model.ts';

/**
 * What this device knows of the running lesson, so that a reload without a network opens it again: question, form and
 * deadline, and the student's own answers. Nothing that classmates wrote. One lesson per account; gone when it ends and
 * when the person signs out.
 */
export interface KeptLesson {
  assessmentId: number;
  model: LessonModel;
  /** The server's clock as estimated, and this device's, at the same moment. */
  serverAtMs: number;
  deviceAtMs: number;
}

/** A lesson is a matter of an hour; what is older tells nothing about now. */
const MOST_AGE_MS = 3 * 3_600_000;

export function keepLesson(accountId: number, kept: KeptLesson): void {
  keep('device', keptLessonKey(accountId), JSON.stringify({ ...kept, model: { ...kept.model, feed: null, earlierFeeds: {} } } satisfies KeptLesson));
}

export function readKeptLesson(accountId: number, nowMs: number = Date.now()): KeptLesson | null {
  const kept = readKeptJson<KeptLesson>('device', keptLessonKey(accountId));
  if (!kept?.model?.known || !Array.isArray(kept.model.settled) || typeof kept.assessmentId !== 'number') return null;
  return Math.abs(nowMs - kept.deviceAtMs) < MOST_AGE_MS ? kept : null;
}

export function forgetLesson(accountId: number): void {
  keep('device', keptLessonKey(accountId), null);
}
