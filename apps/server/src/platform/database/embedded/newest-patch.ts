import { findPackagedVersion } from './binaries.ts';

/**
 * The newest patch of the packaged major version of PostgreSQL that was known when this version of Classwright was made. To
 * update it: read the list of releases of the PostgreSQL project before each release of Classwright, write its newest number of
 * this major version here with the day on which you looked, and see if there is a newer package of the embedded database.
 */
export const newestPatch = { patch: '18.6', knownOn: '2026-11-29' } as const;

/** The packaged PostgreSQL as a number of two parts, next to the newest patch that is known. */
export interface PackagedPatch {
  patch: string;
  newest: { patch: string; knownOn: string };
  /** The number of patches between them; 0 when none is missing. */
  behind: number;
}

/** Returns the packaged PostgreSQL that a start would run. Null when it would run a newer one that is installed on the machine. */
export function findPackagedPatch(): PackagedPatch | null {
  const version = findPackagedVersion();
  if (version === null) return null;
  return { patch: version.split('.').slice(0, 2).join('.'), newest: newestPatch, behind: countPatchesBehind(version, newestPatch.patch) };
}

/** Returns how many patches a version is behind another one of its major version; 0 for any other major version. */
export function countPatchesBehind(version: string, newest: string): number {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const [newestMajor, newestMinor] = newest.split('.').map(Number) as [number, number];
  return major === newestMajor ? Math.max(0, newestMinor - minor) : 0;
}
