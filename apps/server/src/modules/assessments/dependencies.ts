import type { MessageKey, Translate } from '@classwright/contract';
import type { FileStorage } from '../files/index.ts';
import type { Presenter } from './present.ts';

/** What the calls of this module share. */
export interface AssessmentDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
  presenter: Presenter;
}
