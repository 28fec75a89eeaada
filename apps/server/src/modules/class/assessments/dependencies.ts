import type { MessageKey, Translate } from '@classwright/contract';
import type { FileStorage } from '../../school/files/index.ts';
import type { Presenter } from './present.ts';

/** The shared dependencies of this module's calls. */
export interface AssessmentDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
  presenter: Presenter;
}
