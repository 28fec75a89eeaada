/** Charts in SVG: patterns and lines beside colours, values as text, a table behind each. Used by both entries. */
export { Chart, ChartSwitch, type ChartView } from './ChartViews.tsx';
export { ChartTable } from './ChartTable.tsx';
export { markAt, percentOf, type ChartItem } from './marks.ts';
