/** Tables of any size that render and load only what is in view. Loaded with the screens that show one. */
export { Grid, type GridColumn } from './Grid.tsx';
export { type LoadBlock, MAX_RANGE } from './blocks.ts';
export { useBlocks } from './use-blocks.ts';
