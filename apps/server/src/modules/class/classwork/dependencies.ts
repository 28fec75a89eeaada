import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import type { Telling } from './service.ts';

/** The shared dependencies of this module's calls. */
export interface ClassworkDependencies extends Telling {
  db: Db;
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
}
