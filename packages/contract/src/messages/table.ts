/** The messages of the shared table: its selection, and its keys. */
export const tableMessages = {
  'table.select': 'Select {name}',
  'table.selectPage': 'Select every row on this page',
  'table.selected': '{count} selected',
  'table.allSelected': 'All {count} found are selected',
  'table.selectAll': 'Select all {count} found',
  'table.clearSelection': 'Clear the selection',
  'table.selectHint': 'Press Enter for actions, Escape to clear the selection.',
  'table.bulk': 'Actions for the selection',
  'table.perPage': 'Rows per page',
  'table.inOneScroll': 'One long list',
  'table.inPages': 'In pages',
  'filter.reset': 'Reset',
  'filter.remove': 'Remove the filter {name}',
} as const;
