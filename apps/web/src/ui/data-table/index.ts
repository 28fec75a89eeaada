/** The one table: server paging, quick search, cards on phones, everything in the address. */
export { SearchPanel } from './SearchPanel.tsx';
export { DataTable, type Column, type DataTableProps, type Selecting, type Sorting } from './DataTable.tsx';
export { useFreshRows, usePagedList, type ListAnswer, type ListState } from './use-paged-list.ts';
