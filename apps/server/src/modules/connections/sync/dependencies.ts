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

/** The server's Google Classroom setup; null without Google Classroom. */
export interface Classroom {
  client: GoogleClient;
  provider: OpenIdProvider;
  sealer: Sealer;
  /** The issuer of people's identities, as stored with accounts. */
  issuer: string;
  /** The push setup; null if Google sends no change notifications, and changes are polled. */
  push: Push | null;
}

export interface Push {
  /** The topic where Google publishes changes: projects/p/topics/t. */
  topic: string;
  /** The subscription from which they are pulled: projects/p/subscriptions/s. */
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
  /** True when files can be picked in Google Drive. */
  hasDrivePicker: boolean;
  /** The means to notify people and open pages. */
  telling: Telling & Announcing;
}
