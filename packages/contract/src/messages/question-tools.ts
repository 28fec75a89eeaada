/**
 * The messages of the buttons that import and export questions: the bank shows them immediately, the dialogs later.
 */
export const questionToolMessages = {
  'questionImport.open': 'Import Questions',
  'questionImport.template': 'Download Question Import Template',
  'questionExport.open': 'Export',
  'questionExport.xlsx.leaves': 'Leaves out: formatting, pictures, attachments, text of rubric rows, choices after H.',
  'questionExport.gift.leaves': 'Leaves out: points, match levels, rubrics, lists other than the cluster, attachments, the state.',
  'questionExport.qti3.leaves': 'Keeps everything except attached files that are not pictures, and older versions.',
  'questionExport.xlsx': 'Spreadsheet (.xlsx)',
  'questionExport.gift': 'GIFT, for Moodle',
  'questionExport.qti3': 'QTI 3.0 package (.zip)',
} as const;
