/** Words about what people put in: files, questions, assessments. */
export const contentMessages = {
  'file.kindRefused': 'Only PNG, JPEG, GIF and WebP images and PDF files can be stored.',
  'file.tooLarge': 'File exceeds the {max}MB size limit.',
  'file.wrongField': 'Files are taken under files[], not under {name}.',
  'file.notYours': 'This file does not exist, or it is not yours to use. Choose another one.',
  'question.needsResponses': 'Question Must Contain at least two responses.',
  'assessment.needsTwoQuestions': 'Assessment Must contain two questions',
} as const;
