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
import { analysisJob } from './analyse.ts';
import { implementCompare } from './compare.ts';
import { implementItemAnalysis } from './item-analysis-get.ts';

export { createAnalysis } from './analyse.ts';

export function itemAnalysisModule({ db }: { db: Db }): Manifest {
  return { implementations: [...implementItemAnalysis(), implementCompare()], jobs: [analysisJob({ db })] };
}
