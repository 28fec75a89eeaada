import { isApiError } from '../../../base/api-error.ts';
import { randomId } from '../../../base/random-id.ts';
import type { SavedAnswer } from '../grade-outbox/index.ts';
import { type Edit, keyOf } from './edits.ts';
import type { GradebookState } from './gradebook-state.ts';

/** Edits typed within this time are sent in one call. */
const JOINED_MS = 250;
/** The delays between retries after a lost connection. The last one repeats. */
const TRIES_MS = [2_000, 5_000, 10_000, 30_000] as const;

interface SenderOptions {
  state: () => GradebookState | null;
  /** Resolves when the edits are on the device. Returns those that another page has sent or overwritten. */
  stored: (edits: readonly Edit[]) => Promise<readonly Edit[]>;
  /** Runs the work while no other page of this device sends. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Sends the edits. A repeat under the same key takes effect once. */
  send: (edits: readonly Edit[], idempotencyKey: string) => Promise<SavedAnswer>;
  /** The limits of one call: cells in total, cells as separate acts, and cells that the response names one by one. */
  mostAtOnce: { readonly saved: number; readonly separate: number; readonly named: number };
  /** Returns a text that explains why a call failed. */
  causeOf: (error: unknown) => string;
  onSaved: (answer: SavedAnswer) => void;
}

/**
 * Creates the sender of waiting edits. It makes one call at a time, in typing order, and retries after a lost
 * connection.
 */
export function createSender({ state, stored, alone, send, mostAtOnce, causeOf, onSaved }: SenderOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> | null = null;
  let failures = 0;
  let stopped = false;
  /**
   * The current limit. It drops when a response names fewer cells than it refused, so that the next response can name
   * all.
   */
  let most = mostAtOnce.saved;

  async function sendBatch(grades: GradebookState, edits: readonly Edit[]): Promise<boolean> {
    const sent = grades.markSending(edits);
    try {
      const answer = await send(sent, randomId());
      failures = 0;
      if (stopped) return false;
      settle(grades, sent, answer);
      onSaved(answer);
      return true;
    } catch (error) {
      // People who are signed out are asked again when they are back.
      const isPassing = !isApiError(error) || error.isTransient || error.status === 401;
      if (!stopped) grades.fail(sent, causeOf(error), isPassing);
      if (isPassing) tryAgain();
      return !isPassing;
    }
  }

  function settle(grades: GradebookState, sent: readonly Edit[], { saved, refused, refused_count }: SavedAnswer): void {
    const named = new Set([...saved, ...refused].map(({ courseWorkId, account_id }) => keyOf(courseWorkId ?? 0, account_id ?? 0)));
    const others = sent.filter(({ itemId, studentId }) => !named.has(keyOf(itemId, studentId)));
    most = mostAtOnce.saved;
    if (saved.length > 0) grades.confirm(sent, saved);
    if (others.length > 0 && refused_count === refused.length) grades.confirmUnnamed(others);
    else if (others.length > 0) {
      most = mostAtOnce.named;
      grades.waitAgain(others);
    }
    grades.refuse(sent, refused);
  }

  /** Lists the first waiting edits: one paste, or grades typed one by one. */
  function listNext(grades: GradebookState | null): Edit[] {
    const waiting = grades?.listWaiting(most) ?? [];
    const group = waiting[0]?.group ?? null;
    const end = waiting.findIndex((edit) => edit.group !== group);
    const next = end < 0 ? waiting : waiting.slice(0, end);
    return group === null ? next.slice(0, mostAtOnce.separate) : next;
  }

  async function run(): Promise<void> {
    for (let goesOn = true; goesOn && !stopped; ) {
      const grades = state();
      const waiting = listNext(grades);
      if (!grades || waiting.length === 0) return;
      grades.leaveToOthers(await stored(waiting));
      // One of them may have been typed again in the meantime.
      const known = new Set(waiting);
      const edits = listNext(grades).filter((edit) => known.has(edit));
      if (edits.length > 0) goesOn = await sendBatch(grades, edits);
    }
  }

  function tryAgain(): void {
    clearTimeout(again);
    const wait = TRIES_MS[Math.min(failures, TRIES_MS.length - 1)];
    failures++;
    again = setTimeout(() => state()?.retryPassing(), wait);
  }

  /** Sends what waits now. Resolves when nothing is under way. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    underWay ??= (hasWaiting() ? alone(run) : Promise.resolve()).finally(() => (underWay = null));
    await underWay;
  }

  const hasWaiting = (): boolean => (state()?.listWaiting(1).length ?? 0) > 0;
  function request(): void {
    if (timer !== undefined || stopped) return;
    timer = setTimeout(async () => {
      await flush();
      // Something was typed while the last response came in.
      if (hasWaiting() && failures === 0) request();
    }, JOINED_MS);
  }

  return {
    flush,
    request,
    /** Retries now, since the connection may be back. */
    wake(): void {
      failures = 0;
      state()?.retryPassing();
    },
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(again);
    },
  };
}
export type Sender = ReturnType<typeof createSender>;
