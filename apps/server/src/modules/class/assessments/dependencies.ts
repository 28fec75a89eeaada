import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import type { FileStorage } from '../../school/files/index.ts';
import type { Presenter } from './present.ts';

/**
 * Called in the transaction that made or changed an assessment: what it says, its class, whether it is archived.
 * `isGoing`: before it is erased.
 */
export type AssessmentChanged = (tx: Tx, assessmentId: number, how?: { isGoing: boolean }) => Promise<void>;

/** What the calls of this module share. */
export interface AssessmentDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
  presenter: Presenter;
  assessmentChanged: AssessmentChanged;
}
