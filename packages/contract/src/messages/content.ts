/** Words about what people put in: questions, assessments. */
export const contentMessages = {
  'file.wrongField': 'Files are taken under files[], not under {name}.',
  'question.needsResponses': 'Question Must Contain at least two responses.',
} as const;
