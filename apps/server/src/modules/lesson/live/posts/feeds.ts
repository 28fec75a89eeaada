import type { Form } from '@classwright/contract';
import { monotonicMs } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import { type FeedDependencies, type FormFeed, loadFormFeed } from './feed.ts';
import { FeedCache, type RoomVersion } from './feed-cache.ts';
import type { LoadedSession } from '../session-view.ts';

/** A session as it was read, and the room's progress at that moment. */
export interface FeedMoment {
  loaded: LoadedSession;
  version: RoomVersion;
}

/** The prepared feeds of rooms, shared by all readers. */
export interface Feeds {
  /**
   * Returns the feed of a form, not older than the reading. Null while the form has not opened. `db` is the pool, never
   * a transaction.
   */
  get(db: Db, reading: FeedMoment, form: Form): Promise<FormFeed | null>;
  /** Returns the feeds of all opened forms, in order. */
  all(db: Db, reading: FeedMoment): Promise<FormFeed[]>;
}

const MAX_AGE_MS = 30_000;
const MAX_FEEDS = 300;
/**
 * The wait between loads in milliseconds per post, and its maximum: a feed of a thousand posts takes about 100 ms to
 * read and serialize, and nobody reads changes that come faster.
 */
const REST_MS = { aPost: 0.25, most: 500 };

/** Creates the feeds of one process. */
export function createFeeds({ fileLinks, ...dependencies }: FeedDependencies & { fileLinks: FileLinks }): Feeds {
  const restMsAfter = ({ posts }: FormFeed): number => Math.min(REST_MS.most, posts.length * REST_MS.aPost);
  const cache = new FeedCache<FormFeed>({ maxAgeMs: MAX_AGE_MS, maxEntries: MAX_FEEDS, restMsAfter, nowMs: monotonicMs });
  const get: Feeds['get'] = async (db, { loaded, version }, form) => {
    const phase = loaded.phases.find((one) => one.form === form);
    return phase ? cache.get(String(phase.id), version, () => loadFormFeed(dependencies, db, loaded.session, phase, fileLinks.at(loaded.now))) : null;
  };
  return {
    get,
    async all(db, reading) {
      const feeds = await Promise.all(reading.loaded.phases.map(({ form }) => get(db, reading, form)));
      return feeds.filter((feed) => feed !== null);
    },
  };
}
