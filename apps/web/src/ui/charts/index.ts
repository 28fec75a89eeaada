/** Charts in SVG: patterns and lines beside colours, values as text, a table behind each. Used by both entries. */
export { Bars, type BarsProps } from './Bars.tsx';
export { Chart, ChartSwitch, type ChartProps, type ChartView } from './ChartViews.tsx';
export { ChartTable } from './ChartTable.tsx';
export { Doughnut, Ring } from './Doughnut.tsx';
export { markAt, percentOf, totalOf, type ChartItem, type Mark } from './marks.ts';
export { StackedBar } from './StackedBar.tsx';
