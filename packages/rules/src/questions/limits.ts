/** The question bank (document 2, section 9), and what keeps one question of a size that screens and lessons can hold. */
export const QUESTION_LIMITS = {
  titleCharacters: 500,
  /** A published question has at least so many responses. */
  minResponses: 2,
  maxResponses: 50,
  /** What students choose. */
  responseTitleCharacters: 2_000,
  /** Match levels of responses and levels of rubric rows. */
  levelCharacters: 200,
  maxRubricRows: 50,
  rubricDescriptionCharacters: 2_000,
  maxCriteria: 20,
  criterionNameCharacters: 200,
  /** Rubric rows that a new criterion starts with. */
  newCriterionRows: 2,
  maxTags: 30,
  tagCharacters: 60,
  maxAttachments: 20,
  maxFileBytes: 52_428_800,
  /** Points are whole numbers from 0 to this. */
  maxPoints: 10_000,
  templateNameCharacters: 200,
  templateDescriptionCharacters: 2_000,
  /** The only type that the assessment's question form offers: the one a lesson can ask. */
  lessonTypeId: 1,
} as const;
