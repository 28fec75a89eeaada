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
import type { PagePolicy } from '../../../platform/http/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import { type GoogleSetting, OpenIdProvider } from '../../people/accounts/index.ts';
import type { FileLinks } from '../files/index.ts';
import { implementDriveConnecting } from './connect.ts';
import type { DriveDependencies } from './dependencies.ts';
import { createTokens } from './tokens.ts';
import { implementDriveTake } from './take.ts';
import { personalData } from './personal-data.ts';

export { forgetDriveConnections } from './queries.ts';

export interface DriveOptions extends Omit<DriveDependencies, 'drive' | 'links'> {
  fileLinks: FileLinks;
  /** The Google client, or null when nobody can be asked for consent. */
  google: GoogleSetting | null;
  /** The settings, or null when there is no picker. */
  driveSettings: DriveSettings | null;
  sealer: Sealer;
}

/**
 * The page policy of the window with Google's picker, the only one that loads a script and frames of another site. Its
 * key is bound to our origin at Google, so Google has to see the origin.
 */
const pickerPolicy = ({ scriptUrl }: DriveSettings): PagePolicy => ({
  scripts: [scriptUrl.origin],
  frames: ['https://docs.google.com', 'https://drive.google.com'],
  tellsOrigin: true,
});

export function driveModule({ google, driveSettings, sealer, fileLinks, ...given }: DriveOptions): Manifest {
  const { db } = given;
  const deps: DriveDependencies = { ...given, links: fileLinks, drive: google && driveSettings ? open(google, driveSettings) : null };
  return {
    pages: { '/drive-picker': { file: 'drive-picker.html', ...(driveSettings ? { policy: pickerPolicy(driveSettings) } : {}) } },
    personalData,
    implementations: [...implementDriveConnecting(deps), implementDriveTake(deps)],
  };

  function open(client: GoogleSetting, setting: DriveSettings): DriveDependencies['drive'] {
    const provider = new OpenIdProvider(client);
    return { settings: setting, provider, sealer, tokens: createTokens({ db, provider, sealer }) };
  }
}
