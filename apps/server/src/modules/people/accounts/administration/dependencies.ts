import type { MessageKey, Translate } from '@classwright/contract';
import type { Jobs } from '../../../../platform/jobs/index.ts';

/** The outside dependencies of administering accounts. */
export interface AdministrationDependencies {
  t: Translate<MessageKey>;
  /** Closes the sockets of an ended token. */
  onTokenEnded: (tokenId: number) => void;
  /** Null where the school's server sends no mail. */
  mail: { jobs: Jobs } | null;
}
