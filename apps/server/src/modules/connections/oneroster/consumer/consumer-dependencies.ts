import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Outbound } from '../../../../platform/outbound/index.ts';
import type { Sealer } from '../../../../platform/secrets.ts';
import type { AccessEngine } from '../../../people/access/index.ts';
import type { Notifier } from '../../../school/notifications/index.ts';

export interface ConsumerDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  t: Translate<MessageKey>;
  log: Log;
  jobs: Jobs;
  access: AccessEngine;
  notifier: Notifier;
  outbound: Outbound;
  sealer: Sealer;
  stagingFolder: string;
  installationId: string;
}
