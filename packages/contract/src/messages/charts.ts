/** The messages of a lesson's figures. */
export const chartMessages = {
  'chart.view': 'Show as',
  'chart.bars': 'Bars',
  'chart.pie': 'Pie',
  'chart.table': 'Table',
  'chart.columns': 'Columns',
  'chart.line': 'Line',
  'chart.share': 'Share',
  'chart.was': 'was {percent}%',
  'chart.before': '{percent}% in {form}',
  'chart.correct': 'Correct',
  'chart.sure': '{count} sure',
} as const;
