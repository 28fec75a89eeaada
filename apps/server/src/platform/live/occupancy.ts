import type { Entry } from './present.ts';
import type { Member } from './connection.ts';

/** An account whose first socket in this process joined a channel, or whose last one left it. */
export interface OccupancyChange {
  channel: string;
  accountId: number;
  change: 'joined' | 'left';
}

interface OccupancyOptions {
  tickMs: number;
  /** Returns the account's current state in a channel here, or undefined when it has no socket there. */
  find: (channel: string, accountId: number) => { member: Member | null } | undefined;
  /** Notifies all processes. */
  save: (changes: { come: readonly Entry[]; gone: readonly Entry[] }) => Promise<void>;
  /** Called with changes once all processes can know of them. */
  onSaved: (changes: readonly OccupancyChange[]) => void;
  onError: (error: unknown) => void;
}

const RETRY_MS = 1000;
/** The maximum number of changes in one statement. A larger crowd takes several. */
const MOST_PER_SAVE = 1000;

/**
 * Collects joins and leaves and saves the net change of a tick together: an account that left and came back within one
 * is not included. Changes that cannot be saved are saved as soon as possible.
 */
export class Occupancy {
  readonly #options: OccupancyOptions;
  /** For each channel and account, whether the account was present at the last save. */
  readonly #before = new Map<string, Map<number, boolean>>();
  #timer: NodeJS.Timeout | null = null;
  #isSaving = false;
  #isStopped = false;

  constructor(options: OccupancyOptions) {
    this.#options = options;
  }

  /** Records a change. Call it after an account's presence in a channel has changed. */
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

  /** Removes and returns the oldest changes. */
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

  /** Restores a change that could not be saved: the last saved state is older than changes made since. */
  #putBack(channel: string, accountId: number, wasPresent: boolean): void {
    const accounts = this.#before.get(channel) ?? new Map<number, boolean>();
    this.#before.set(channel, accounts.set(accountId, wasPresent));
  }
}
