/**
 * Charts in SVG, with patterns and lines in addition to colors, values as text, and a table for each. Used by both
 * entries.
 */
export { Chart, ChartSwitch, type ChartView } from './ChartViews.tsx';
export { ChartTable } from './ChartTable.tsx';
export { markAt, percentOf, type ChartItem } from './marks.ts';
