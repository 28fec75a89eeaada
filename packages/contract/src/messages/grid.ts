/** The messages of grids, which only draw the visible part. */
export const gridMessages = {
  'grid.select': 'Select {name}',
  'grid.loading': 'Row {row} is loading',
  'grid.keys': 'Arrow keys move from cell to cell, Enter goes into a cell, Escape goes back.',
  'grid.keysSelecting': 'Space selects the row, Shift with arrows several.',
  'grid.keysAll': 'Control A selects all.',
  'grid.rangeTooLong': 'A range can have at most {most} rows. Select it in parts, or narrow the search.',
  'grid.more': 'There are more than {count}. Narrow the search to see the others.',
} as const;
