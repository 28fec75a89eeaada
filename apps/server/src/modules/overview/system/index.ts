/**
 * The page about the running system, for administrators of the whole installation.
 *
 * Invariants: the answer holds no secret, path, host or name; a duty is `done` only when the server itself sees it.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { systemGet } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { measureClockDriftMs } from '../../../platform/clock.ts';
import { isPackagedVersion } from '../../../platform/database/embedded/binaries.ts';
import { implement } from '../../../platform/http/index.ts';
import type { Surroundings } from '../../../platform/surroundings.ts';
import { type Facts, judgeDuties } from './duties.ts';
import { getServerVersion, hasStaffWithoutFactor } from './queries.ts';

export interface SystemDependencies {
  publicUrl: URL | null;
  leakedPasswordsFile: string | null;
  adminsNeedFactor: boolean;
  surroundings: Surroundings;
}

export function systemModule({ publicUrl, leakedPasswordsFile, adminsNeedFactor, surroundings }: SystemDependencies): Manifest {
  const { hasEmbeddedDatabase, ...seen } = surroundings;
  const implementations = [
    implement(systemGet, async ({ tx }) => ({
      is_production: seen.isProduction,
      duties: judgeDuties({
        ...seen,
        hasHttps: publicUrl?.protocol === 'https:',
        leakedPasswords: await lookAtFile(leakedPasswordsFile),
        hasStaffWithoutFactor: await hasStaffWithoutFactor(tx, { adminsNeedFactor }),
        hasPackagedDatabase: hasEmbeddedDatabase && isPackagedVersion(await getServerVersion(tx)),
        driftMs: await measureClockDriftMs(tx),
      }),
    })),
  ];
  return { implementations };
}

async function lookAtFile(path: string | null): Promise<Facts['leakedPasswords']> {
  if (path === null) return 'missing';
  return access(path, constants.R_OK).then(
    () => 'readable',
    () => 'unreadable',
  );
}
