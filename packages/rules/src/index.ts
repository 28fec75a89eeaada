/**
 * The decisions of the product: pure functions and constants. No input or output, no clock, no randomness; a rule that
 * needs the current instant takes it as a parameter. Code with a size budget imports single files.
 */
export * from './limits.ts';
export * from './round.ts';
export * from './live/index.ts';
export * from './rich-text/index.ts';
export * from './access/index.ts';
export * from './password/index.ts';
export * from './item-analysis/index.ts';
export * from './questions/index.ts';
export * from './assessments/index.ts';
export * from './grading/index.ts';
