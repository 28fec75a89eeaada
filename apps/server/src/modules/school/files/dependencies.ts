import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { FileLinks } from './links.ts';
import type { FileStorage } from './storage/index.ts';
import type { FileUse } from '../../../manifest.ts';

export interface FilesDependencies {
  db: Db;
  log: Log;
  t: Translate<MessageKey>;
  links: FileLinks;
  storage: FileStorage;
  /** Returns the kinds of things that use files, in addition to people's pictures. */
  uses: () => readonly FileUse[];
  /** The folder where uploads are kept until they are files. */
  uploadFolder: string;
}
