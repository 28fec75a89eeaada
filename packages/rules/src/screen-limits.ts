/**
 * The limits of screens (documents 1 and 3, section 9). In a separate file, since the first screens load these and none
 * of the other limits.
 */
export const SCREEN_LIMITS = {
  snackbarMs: 4_000,
  mobileBreakpointPx: 960,
  dialogWidthsPx: [300, 500],
  chunkTimeoutMs: 120_000,
  pieFromWidthPx: 600,
} as const;
