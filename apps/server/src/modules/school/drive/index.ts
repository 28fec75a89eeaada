/**
 * Drive: files that people pick in their own Google Drive, copied into the library.
 *
 * Invariants: each person consents for themselves, only to the files they pick; tokens are sealed and appear in no
 * address and no log; the server calls only one host and follows no redirects; a file is checked by its bytes like an
 * upload, and is a copy, so changes of the original do not affect it; one file that cannot be copied does not stop the
 * others.
 */
import type { Manifest } from '../../../manifest.ts';
import type { DriveSettings } from '../../../platform/config.ts';
import { createSealer } from '../../../platform/secrets.ts';
import { type GoogleSetting, OpenIdProvider } from '../../people/accounts/index.ts';
import { implementDriveConnecting } from './connect.ts';
import type { DriveDependencies } from './dependencies.ts';
import { createTokens } from './tokens.ts';
import { implementDriveTake } from './take.ts';

export interface DriveOptions extends Omit<DriveDependencies, 'drive'> {
  /** The Google client, or null when nobody can be asked for consent. */
  google: GoogleSetting | null;
  /** The settings, or null when there is no picker. */
  settings: DriveSettings | null;
  secretsKey: string | null;
  dataDir: string;
}

export function driveModule({ google, settings, secretsKey, dataDir, ...given }: DriveOptions): Manifest {
  const { db } = given;
  const deps: DriveDependencies = { ...given, drive: google && settings ? open(google, settings) : null };
  return {
    implementations: [...implementDriveConnecting(deps), implementDriveTake(deps)],
  };

  function open(client: GoogleSetting, setting: DriveSettings): DriveDependencies['drive'] {
    const provider = new OpenIdProvider(client);
    const sealer = createSealer(secretsKey, dataDir);
    return { settings: setting, provider, sealer, tokens: createTokens({ db, provider, sealer }) };
  }
}
