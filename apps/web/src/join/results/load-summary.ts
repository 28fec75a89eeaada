import type { liveSummary } from '@classwright/contract/lesson/live/calls';
import type { LessonSummaryView } from '@classwright/contract/lesson/live/views';
import { ask } from '../../lesson/ask.ts';
import { isNotRunning } from '../lesson/landing.ts';

export interface FoundSummary {
  assessment_id: number;
  summary: LessonSummaryView;
}

/**
 * Loads the summary of the first of these assessments that has one, or null. `finishedOnly` leaves out lessons that are
 * not finished.
 */
export async function loadSummary(of: readonly number[], finishedOnly: boolean): Promise<FoundSummary | null> {
  for (const assessment_id of of) {
    try {
      const { summary } = await ask<typeof liveSummary>('GET', '/live/learning/summary', { query: { assessment_id } });
      if (!finishedOnly || summary.finished_at !== null) return { assessment_id, summary };
    } catch (error) {
      if (!isNotRunning(error)) throw error;
    }
  }
  return null;
}
