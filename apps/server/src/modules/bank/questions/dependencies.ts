import type { MessageKey, Translate } from '@classwright/contract';
import type { FileLinks, FileStorage } from '../../school/files/index.ts';

/** What the bank needs from outside. */
export interface BankDependencies {
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
  storage: FileStorage;
}
