/**
 * Item analysis: how questions did when classes answered them.
 *
 * Invariants: only finished sessions count; each session's counts are written once it has ended, by a job that bears
 * repetition, and add up over sessions; figures are computed from sums and never kept apart from what they come from;
 * nobody's name is in them; of lessons that somebody may not look at nothing is told but a sum in which none can be found. What is counted and how: `@classwright/rules/item-analysis`.
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
