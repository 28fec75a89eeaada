/** The only table: server paging, quick search, cards on phones, everything in the address. */
export { SearchPanel } from './SearchPanel.tsx';
export type { Column } from './columns.ts';
export { DataTable } from './DataTable.tsx';
export { CellOverlay } from './CellOverlay.tsx';
export { type RowAct, RowActs } from './RowActs.tsx';
export { useFreshRows, usePagedList, type ListAnswer, type ListState } from './use-paged-list.ts';
export { useScroll } from './use-scroll.tsx';
