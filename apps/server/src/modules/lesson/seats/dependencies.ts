import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';

export interface SeatsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  realtime: Pick<Realtime, 'publish' | 'endToken' | 'listPresent'>;
  /** Encrypts PINs. */
  sealer: Sealer;
  /** The address where phones of the local network reach the demo; null: there is none of its own. */
  phonesUrl: URL | null;
}
