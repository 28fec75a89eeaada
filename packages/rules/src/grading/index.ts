export * from './due.ts';
export * from './assignees.ts';
