/** The messages of the shared table: its selection, and its keys. */
export const tableMessages = {
  'table.select': 'Select {name}',
  'table.selectPage': 'Select every row of this page',
  'table.selected': '{count} selected',
  'table.allSelected': 'All {count} found are selected',
  'table.selectAll': 'Select all {count} found',
  'table.clearSelection': 'Clear the selection',
  'table.selectHint': 'Enter leads to what can be done with them, Escape clears the selection.',
  'table.bulk': 'With what is selected',
  'table.perPage': 'Rows on a page',
  'table.inOneScroll': 'All in one scroll',
  'table.inPages': 'In pages',
  'filter.reset': 'Reset',
  'filter.remove': 'Remove the filter {name}',
} as const;
