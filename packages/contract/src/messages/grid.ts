/** The messages of grids, which only draw the visible part. */
export const gridMessages = {
  'grid.select': 'Select {name}',
  'grid.loading': 'Row {row} is loading',
  'grid.keys': 'Arrow keys lead from cell to cell, Enter to what is in one, Escape back.',
  'grid.keysSelecting': 'Space selects the row, Shift with arrows several.',
  'grid.keysAll': 'Control A selects all.',
  'grid.rangeTooLong': 'One range can have {most} rows at most. Select it in parts, or narrow the search.',
  'grid.more': 'These are more than {count}. Narrow the search to see the others.',
} as const;
