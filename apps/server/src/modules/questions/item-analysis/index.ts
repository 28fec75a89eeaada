/**
 * Item analysis: how questions did when classes answered them.
 *
 * Invariants: only finished sessions count; each session's counts are written once it has ended, by a job that bears
 * repetition, and add up over sessions; figures are computed from sums and never kept apart from what they come from;
 * nobody's name is in them. What is counted and how: `@classwright/rules/item-analysis`.
 */
export { analysisJob, createAnalysis } from './analyse.ts';
export { implementItemAnalysis } from './item-analysis-get.ts';
