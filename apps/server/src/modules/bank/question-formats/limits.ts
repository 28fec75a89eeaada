/** The limits of one imported question; the bank's own limits. */
export const IMPORTED_LIMITS = {
  titleCharacters: 200,
  responseCharacters: 2_000,
  maxResponses: 50,
  levelCharacters: 200,
  maxTags: 30,
  tagCharacters: 60,
  maxPoints: 10_000,
  maxCriteria: 20,
  criterionNameCharacters: 200,
  maxRubricRows: 50,
  rubricDescriptionCharacters: 2_000,
} as const;
