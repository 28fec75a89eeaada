/** Access from data: which rights a set of rows grants, and which menus follow from them. Denied by default. */
export * from './rights.ts';
export * from './menus.ts';
export * from './explain.ts';
export * from './granting.ts';
