/** Item analysis: how a question did when classes answered it. */
export * from './item-analysis.ts';
export * from './past-results.ts';
