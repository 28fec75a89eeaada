import { keep, readKeptJson } from '../../base/storage.ts';
import { keptLessonKey } from '../../lesson/kept-keys.ts';
import type { LessonModel } from './model.ts';

/**
 * This device's copy of the running lesson, so that a reload without a network can open it again: question, form,
 * deadline, and the student's own answers, but nothing by classmates. There is one lesson per account. It is deleted
 * when the lesson ends and when the person signs out.
 */
export interface KeptLesson {
  assessmentId: number;
  model: LessonModel;
  /** The server's estimated time and this device's time at the same moment. */
  serverAtMs: number;
  deviceAtMs: number;
}

/** A lesson takes about an hour. Anything older does not show the current state. */
const MOST_AGE_MS = 3 * 3_600_000;

export function keepLesson(accountId: number, kept: KeptLesson): void {
  keep('device', keptLessonKey(accountId), JSON.stringify({ ...kept, model: { ...kept.model, feed: null, earlierFeeds: {} } } satisfies KeptLesson));
}

export function readKeptLesson(accountId: number, nowMs: number = Date.now()): KeptLesson | null {
  const kept = readKeptJson<KeptLesson>('device', keptLessonKey(accountId));
  if (!kept?.model?.known || !Array.isArray(kept.model.settled) || typeof kept.assessmentId !== 'number') return null;
  return Math.abs(nowMs - kept.deviceAtMs) < MOST_AGE_MS ? kept : null;
}

export function deleteKeptLesson(accountId: number): void {
  keep('device', keptLessonKey(accountId), null);
}
