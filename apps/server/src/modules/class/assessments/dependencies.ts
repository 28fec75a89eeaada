import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import type { FileStorage } from '../../school/files/index.ts';
import type { Presenter } from './present.ts';

/**
 * Called in the transaction that made or changed an assessment: its content, its class, whether it is archived.
 * `isGoing`: before it is erased.
 */
export type AssessmentChanged = (tx: Tx, assessmentId: number, how?: { isGoing: boolean }) => Promise<void>;

/** The shared dependencies of this module's calls. */
export interface AssessmentDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
  presenter: Presenter;
  assessmentChanged: AssessmentChanged;
}
