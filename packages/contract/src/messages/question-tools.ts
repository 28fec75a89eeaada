/** Words of the buttons that import and export questions: the bank shows them at once, the dialogs come later. */
export const questionToolMessages = {
  'questionImport.open': 'Import Questions',
  'questionImport.template': 'Download Question Import Template',
  'questionExport.open': 'Export',
  'questionExport.xlsx': 'Spreadsheet (.xlsx)',
  'questionExport.gift': 'GIFT, for Moodle',
  'questionExport.qti3': 'QTI 3.0 package (.zip)',
} as const;
