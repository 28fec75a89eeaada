/** How much a spreadsheet of people may hold. Apart from the endpoints, so that screens get it without their validators. */
export const IMPORT_LIMITS = { maxFileBytes: 10 * 1024 * 1024, maxRows: 20_000 } as const;
