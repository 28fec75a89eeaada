import type { MessageKey, Translate } from '@classwright/contract';
import type { FileLinks, FileStorage } from '../../school/files/index.ts';

/** The external dependencies of the bank. */
export interface BankDependencies {
  t: Translate<MessageKey>;
  fileLinks: FileLinks;
  storage: FileStorage;
}
