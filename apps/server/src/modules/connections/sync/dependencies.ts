import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Log } from '../../../platform/log.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import type { OpenIdProvider } from '../../people/accounts/index.ts';
import type { Telling } from '../../class/classwork/index.ts';
import type { Announcing } from '../../class/submissions/index.ts';
import type { GoogleClient } from './google/client.ts';
import type { PubSub } from './push/pubsub.ts';

/** What the server has been set up with; null: no Google Classroom. */
export interface Classroom {
  client: GoogleClient;
  provider: OpenIdProvider;
  sealer: Sealer;
  /** Who vouches for people, as accounts keep it. */
  issuer: string;
  /** Null: Google tells of no changes, they are looked for. */
  push: Push | null;
}

export interface Push {
  /** Where Google publishes changes: projects/p/topics/t. */
  topic: string;
  /** Where they are pulled from: projects/p/subscriptions/s. */
  subscription: string;
  pubsub: PubSub;
}

export interface SyncDependencies {
  db: Db;
  log: Log;
  t: Translate<MessageKey>;
  jobs: Jobs;
  publicUrl: URL | null;
  classroom: Classroom | null;
  /** Files can be picked in Google Drive. */
  hasDrivePicker: boolean;
  /** Who tells people and open pages. */
  telling: Telling & Announcing;
}
