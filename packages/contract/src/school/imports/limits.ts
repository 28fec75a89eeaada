/**
 * The limits of a spreadsheet of people. In a file separate from the endpoints, so that screens get them without
 * validators.
 */
export const IMPORT_LIMITS = { maxFileBytes: 10 * 1024 * 1024, maxRows: 20_000 } as const;
