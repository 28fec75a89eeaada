/**
 * Item analysis: the results of questions in classes.
 *
 * Invariants: only finished sessions count; a session's counts are written after it has ended, by a job that can be
 * repeated, and add up over sessions; figures are computed from sums and never stored apart from their source; they
 * contain no names; lessons that somebody may not see appear only as a sum in which no single lesson can be recognized.
 * For what is counted and how, see `@classwright/rules/item-analysis`.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { sessionFinished } from '../live/index.ts';
import { analysisJob, createAnalysis } from './analyse.ts';
import { implementCompare } from './compare.ts';
import { implementItemAnalysis } from './item-analysis-get.ts';

export { createAnalysis } from './analyse.ts';

export function itemAnalysisModule({ db, jobs }: { db: Db; jobs: Pick<Jobs, 'enqueue'> }): Manifest {
  const analyse = createAnalysis(jobs);
  return {
    implementations: [...implementItemAnalysis(), implementCompare()],
    jobs: [analysisJob({ db })],
    listens: [sessionFinished.listen((tx, { sessionId }) => analyse(tx, sessionId))],
  };
}
