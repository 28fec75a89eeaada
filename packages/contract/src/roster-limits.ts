/** How much may be sent of a roster at once. Apart from the endpoints, so that screens get it without their validators. */
export const ROSTER_FILE_LIMITS = { files: 20, maxBytes: 64 * 1024 * 1024 } as const;
