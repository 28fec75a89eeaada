/** The size of a logo, and the longer side in pixels, which is what a browser needs memory for. */
export const LOGO_LIMITS = { maxBytes: 200_000, maxSide: 2048 } as const;

/** The types of pictures that a logo may have. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
