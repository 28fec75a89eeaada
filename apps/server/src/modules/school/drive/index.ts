/**
 * Drive: files that people pick in their own Google Drive, copied into the library.
 *
 * Invariants: each person consents for themselves, to what they pick and nothing else; tokens are sealed and stand in no
 * address and no log; the server asks one host alone and follows it nowhere; what arrives is judged by its bytes as an upload
 * is, and is a copy: it changes no more, whatever becomes of it there; one file that cannot be taken keeps no other back.
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
  /** Null: nobody can be asked for consent. */
  google: GoogleSetting | null;
  /** Null: there is no picker. */
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
