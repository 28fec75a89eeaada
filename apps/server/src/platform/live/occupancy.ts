import type { Entry } from './present.ts';
import type { Member } from './connection.ts';

/** That an account's first socket of this process joined a channel, or its last one left. */
export interface OccupancyChange {
  channel: string;
  accountId: number;
  change: 'joined' | 'left';
}

interface OccupancyOptions {
  tickMs: number;
  /** The account as it is in a channel here; undefined: it has no socket there. */
  find: (channel: string, accountId: number) => { member: Member | null } | undefined;
  /** Tells all processes. */
  save: (changes: { come: readonly Entry[]; gone: readonly Entry[] }) => Promise<void>;
  /** Hears of changes once all processes can know of them. */
  onSaved: (changes: readonly OccupancyChange[]) => void;
  onError: (error: unknown) => void;
}

const RETRY_MS = 1000;
/** A herd is entered in several statements. */
const MOST_PER_SAVE = 1000;

/**
 * Collects joins and leaves and enters the net change of a tick at once: an account that left and came back within one
 * is not mentioned. What cannot be entered is entered as soon as it can.
 */
export class Occupancy {
  readonly #options: OccupancyOptions;
  /** By channel and account: whether the account was there when it was entered last. */
  readonly #before = new Map<string, Map<number, boolean>>();
  #timer: NodeJS.Timeout | null = null;
  #isSaving = false;
  #isStopped = false;

  constructor(options: OccupancyOptions) {
    this.#options = options;
  }

  /** Call after an account's presence in a channel has changed. */
  touch(channel: string, accountId: number, wasPresent: boolean): void {
    if (this.#isStopped) return;
    const accounts = this.#before.get(channel) ?? new Map<number, boolean>();
    this.#before.set(channel, accounts);
    if (!accounts.has(accountId)) accounts.set(accountId, wasPresent);
    this.#schedule(this.#options.tickMs);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    if (this.#isSaving || this.#isStopped) return;
    this.#timer ??= setTimeout(() => void this.#tick(), ms);
  }

  async #tick(): Promise<void> {
    this.#timer = null;
    this.#isSaving = true;
    const { find, save, onSaved, onError } = this.#options;
    const come: Entry[] = [];
    const gone: Entry[] = [];
    for (const { channel, accountId, wasPresent } of this.#take()) {
      const found = find(channel, accountId);
      if (found && !wasPresent) come.push({ channel, accountId, member: found.member });
      else if (!found && wasPresent) gone.push({ channel, accountId, member: null });
    }
    let againMs = this.#options.tickMs;
    try {
      if (come.length + gone.length > 0) {
        await save({ come, gone });
        const toChange =
          (change: OccupancyChange['change']) =>
          ({ channel, accountId }: Entry): OccupancyChange => ({ channel, accountId, change });
        onSaved([...come.map(toChange('joined')), ...gone.map(toChange('left'))]);
      }
    } catch (error) {
      onError(error);
      for (const { channel, accountId } of come) this.#putBack(channel, accountId, false);
      for (const { channel, accountId } of gone) this.#putBack(channel, accountId, true);
      againMs = RETRY_MS;
    }
    this.#isSaving = false;
    if (this.#before.size > 0) this.#schedule(againMs);
  }

  /** The oldest that have not been looked at. */
  #take(): { channel: string; accountId: number; wasPresent: boolean }[] {
    const taken: { channel: string; accountId: number; wasPresent: boolean }[] = [];
    for (const [channel, accounts] of this.#before) {
      for (const [accountId, wasPresent] of accounts) {
        if (taken.length === MOST_PER_SAVE) return taken;
        taken.push({ channel, accountId, wasPresent });
        accounts.delete(accountId);
      }
      this.#before.delete(channel);
    }
    return taken;
  }

  /** It was not entered: what was entered last is older than what has come meanwhile. */
  #putBack(channel: string, accountId: number, wasPresent: boolean): void {
    const accounts = this.#before.get(channel) ?? new Map<number, boolean>();
    this.#before.set(channel, accounts.set(accountId, wasPresent));
  }
}
