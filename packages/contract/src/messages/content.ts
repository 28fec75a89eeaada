/** The messages about people's content: questions, assessments. */
export const contentMessages = {
  'file.wrongField': 'Send files under files[], not under {name}.',
  'question.needsResponses': 'Question Must Contain at least two responses.',
} as const;
