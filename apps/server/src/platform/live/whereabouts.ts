import type { Db } from '../database/index.ts';
import type { Log } from '../log.ts';
import type { Member } from './connection.ts';
import type { Entry, PresentList } from './present.ts';
import { countPresent, listOccupiedChannels, listPresent, saveWhereabouts } from './whereabouts-queries.ts';

/** The connected accounts of all processes. */
export interface Whereabouts {
  /** Saves changes in this process. Resolves when everybody can know. */
  save(changes: { come: readonly Entry[]; gone: readonly Entry[] }): Promise<void>;
  listPresent(channel: string): Promise<PresentList>;
  /** Returns approximately how many there are, as of a second ago. */
  countListeners(channel: string): number;
  listChannels(prefix: string): Promise<{ channel: string; accounts: number }[]>;
}

const MOST_CHANNELS = 10_000;
const COUNT_FOR_MS = 1000;
const COUNTED_CHANNELS = 5000;

/** Keeps them in the database: rows of this process, which are deleted with its lease. */
export function createSharedWhereabouts({ db, log, processId, nowMs }: { db: Db; log: Log; processId: () => number; nowMs: () => number }): Whereabouts {
  const counts = new Map<string, { listeners: number; atMs: number }>();
  let counting: Promise<void> | null = null;
  const toCount = new Set<string>();
  /** The process number under which connected accounts are saved. Null: none is yet. */
  let enteredAs: number | null = null;

  async function countAll(): Promise<void> {
    await Promise.resolve(); // with all that are asked for in this turn of the loop
    const channels = [...toCount];
    toCount.clear();
    try {
      const found = await countPresent(db, channels);
      if (counts.size > COUNTED_CHANNELS) counts.clear();
      for (const channel of channels) counts.set(channel, { listeners: found.get(channel) ?? 0, atMs: nowMs() });
    } catch (error) {
      log.debug({ err: error }, 'listeners could not be counted'); // the next who asks does
    }
  }

  return {
    save(changes) {
      enteredAs = processId();
      return saveWhereabouts(db, enteredAs, changes);
    },
    listPresent: (channel) => listPresent(db, channel, enteredAs),
    listChannels: (prefix) => listOccupiedChannels(db, prefix, MOST_CHANNELS),
    countListeners(channel) {
      const known = counts.get(channel);
      if (!known || nowMs() - known.atMs > COUNT_FOR_MS) {
        toCount.add(channel);
        counting ??= countAll().finally(() => (counting = null));
      }
      return known?.listeners ?? 0;
    },
  };
}

/** Creates the version for a single process, without a database. */
export function createLocalWhereabouts(): Whereabouts {
  const channels = new Map<string, Map<number, Member | null>>();
  let moment = 0;
  return {
    async save({ come, gone }) {
      moment += 1;
      for (const { channel, accountId } of gone) {
        channels.get(channel)?.delete(accountId);
        if (channels.get(channel)?.size === 0) channels.delete(channel);
      }
      for (const { channel, accountId, member } of come) channels.set(channel, (channels.get(channel) ?? new Map()).set(accountId, member));
    },
    async listPresent(channel) {
      return { accounts: [...(channels.get(channel) ?? [])].map(([accountId, member]) => ({ accountId, member })), asOf: moment, isElsewhere: false };
    },
    countListeners: (channel) => channels.get(channel)?.size ?? 0,
    async listChannels(prefix) {
      return [...channels].filter(([channel]) => channel.startsWith(prefix)).map(([channel, accounts]) => ({ channel, accounts: accounts.size }));
    },
  };
}
