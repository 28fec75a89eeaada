export * from './pair-up.ts';
export * from './score.ts';
export * from './wishes.ts';
export * from './late.ts';
export * from './by-pair.ts';
