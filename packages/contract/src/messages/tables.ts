/** The messages of tables and grids. */
export const tableMessages = {
  // The shared table: its selection, and its keys
  'table.select': 'Select {name}',
  'table.selectPage': 'Select every row on this page',
  'table.selected': '{count} selected',
  'table.allSelected': 'All {count} found are selected',
  'table.selectAll': 'Select all {count} found',
  'table.clearSelection': 'Clear the selection',
  'table.selectHint': 'Press Enter for actions, Escape to clear the selection.',
  'table.bulk': 'Actions for the selection',
  'table.allColumns': 'Show all columns',
  'table.fewerColumns': 'Show fewer columns',
  'table.perPage': 'Rows per page',
  'table.inOneScroll': 'One long list',
  'table.inPages': 'In pages',

  // The acts of a row
  'act.more': 'More for {name}',
  'act.view': 'View',
  'act.edit': 'Edit',
  'act.copy': 'Copy',
  'act.delete': 'Delete',
  'act.purge': 'Purge',
  'act.remove': 'Remove',
  'act.restore': 'Restore',
  'act.archive': 'Archive',
  'act.unarchive': 'Un-archive',
  'filter.reset': 'Reset',
  'filter.remove': 'Remove the filter {name}',

  // Grids, which only draw the visible part
  'grid.select': 'Select {name}',
  'grid.loading': 'Row {row} is loading',
  'grid.keys': 'Arrow keys move from cell to cell, Enter goes into a cell, Escape goes back.',
  'grid.keysSelecting': 'Space selects the row, Shift with arrows several.',
  'grid.keysAll': 'Control A selects all.',
  'grid.rangeTooLong': 'A range can have at most {most} rows. Select it in parts, or narrow the search.',
  'grid.more': 'There are more than {count}. Narrow the search to see the others.',
} as const;
