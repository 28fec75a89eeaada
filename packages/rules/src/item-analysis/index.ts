/** Item analysis: the results of a question in the classes that answered it. */
export * from './item-analysis.ts';
export * from './past-results.ts';
