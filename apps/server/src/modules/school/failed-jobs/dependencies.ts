import type { MessageKey, Translate } from '@classwright/contract';
import type { Jobs } from '../../../platform/jobs/index.ts';

export interface FailedJobsDependencies {
  t: Translate<MessageKey>;
  jobs: Pick<Jobs, 'findKind' | 'wakeIn'>;
}
