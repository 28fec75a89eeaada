/**
 * The limits of parts of rich text whose meaning depends on a number. The caller sets the limits of a whole document.
 */
export const RICH_TEXT_PART_LIMITS = {
  headingLevels: [1, 2, 3],
  hrefCharacters: 2_048,
  altCharacters: 500,
  latexCharacters: 2_000,
  imagePx: 10_000,
  tableSpan: 50,
  listStart: 1_000_000,
} as const;
