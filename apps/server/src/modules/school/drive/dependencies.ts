import type { MessageKey, Translate } from '@classwright/contract';
import type { DriveSettings } from '../../../platform/config.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import type { OpenIdProvider } from '../../people/accounts/index.ts';
import type { FileLinks, FileStorage } from '../files/index.ts';
import type { Tokens } from './tokens.ts';

export interface DriveDependencies {
  db: Db;
  t: Translate<MessageKey>;
  storage: FileStorage;
  links: FileLinks;
  /** The folder where files are kept until they are in the library. */
  stagingFolder: string;
  /** The connection to Google Drive, or null when it is not set up on this server. */
  drive: { settings: DriveSettings; provider: OpenIdProvider; sealer: Sealer; tokens: Tokens } | null;
}
