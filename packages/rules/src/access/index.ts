/** Access from data: the rights that a set of rows grants, and the menus that follow from them. Denied by default. */
export * from './rights.ts';
export * from './menus.ts';
export * from './explain.ts';
export * from './granting.ts';
