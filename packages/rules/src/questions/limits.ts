/**
 * The limits of the question bank (document 2, section 9), which keep a question at a size that screens and lessons can
 * handle.
 */
export const QUESTION_LIMITS = {
  titleCharacters: 500,
  /** The minimum number of responses of a published question. */
  minResponses: 2,
  maxResponses: 50,
  /** The text that students choose. */
  responseTitleCharacters: 2_000,
  /** Match levels of responses and levels of rubric rows. */
  levelCharacters: 200,
  maxRubricRows: 50,
  rubricDescriptionCharacters: 2_000,
  maxCriteria: 20,
  criterionNameCharacters: 200,
  /** The number of rubric rows that a new criterion starts with. */
  newCriterionRows: 2,
  maxTags: 30,
  tagCharacters: 60,
  maxAttachments: 20,
  maxFileBytes: 52_428_800,
  /** The maximum of points, which are whole numbers from 0. */
  maxPoints: 10_000,
  templateNameCharacters: 200,
  templateDescriptionCharacters: 2_000,
  /** The only type that the assessment's question form offers, since only it can be asked in a lesson. */
  lessonTypeId: 1,
} as const;
