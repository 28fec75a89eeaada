import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Telling } from './service.ts';

/** What the calls of this module share. */
export interface ClassworkDependencies extends Telling {
  db: Db;
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
}
