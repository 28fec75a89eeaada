import type { Config } from '../platform/config.ts';
import { findPackagedPatch } from '../platform/database/embedded/newest-patch.ts';
import { StartRefusal } from '../platform/start-refusal.ts';

/** The number of missing patches with which production is refused. */
const MAX_BEHIND = 1;

const remedies =
  'Install PostgreSQL 18 from your distribution, which is used as soon as it is newer, or name a server of your own, version 15 or newer, in DATABASE_URL.';

/**
 * Returns the warning of a start in production on the packaged PostgreSQL, or null when there is nothing to warn of. @throws
 * StartRefusal when it lacks two or more patches and no setting allows it
 */
export function checkPackagedDatabase(
  { isProduction, databaseUrl, allowsEmbedded }: Pick<Config, 'isProduction' | 'databaseUrl' | 'allowsEmbedded'>,
  find = findPackagedPatch,
): string | null {
  if (!isProduction || databaseUrl !== null) return null;
  const packaged = find();
  if (packaged === null) return null;
  const { patch, newest, behind } = packaged;
  const sentence = `The packaged PostgreSQL ${patch} is a beta of its package and gets patches only with a new version of Classwright; the newest that is known is ${newest.patch} (as of ${newest.knownOn}).`;
  if (behind > MAX_BEHIND && !allowsEmbedded)
    throw new StartRefusal(
      `In production it does not run on a database that lacks ${behind} patches. ${sentence} ${remedies} To run on the packaged one nevertheless, set EMBEDDED_IN_PRODUCTION=on.`,
    );
  return `${sentence} ${remedies}`;
}
