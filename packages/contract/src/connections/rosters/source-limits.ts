/**
 * The settings for reading a source of rosters: limits and choices. Separate from the endpoints, so that screens get
 * them without their validators.
 */
export const ROSTER_SOURCE_VERSIONS = ['1.2', '1.1'] as const;
export const ROSTER_SOURCE_SCHEDULES = ['off', 'nightly'] as const;
export const ROSTER_SOURCE_NIGHTS = ['preview', 'apply'] as const;
export const MAX_SOURCE_NAME = 100;
export const MAX_SOURCE_ADDRESS = 500;
export const MAX_SOURCE_CREDENTIAL = 500;
/** The maximum number of sources of one school. */
export const MAX_SOURCES = 20;
