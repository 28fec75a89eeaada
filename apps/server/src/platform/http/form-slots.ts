import { appError } from '../errors.ts';

/** The maximum number of forms of one person in progress at the same time. */
export const FORMS_OF_A_PERSON = 2;
/** The maximum number of files in memory for all people together: those of imports (25 MB each). */
export const HELD_IN_MEMORY = 8;
const RETRY_SECONDS = 5;

/** Counts forms with files while they are received and processed. */
export class FormSlots {
  readonly #byAccount = new Map<number, number>();
  #held = 0;

  /** Reserves a slot for a form. Call the returned function when its call ends. @throws TOO_MANY_REQUESTS */
  take(accountId: number, isHeldInMemory: boolean): () => void {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own >= FORMS_OF_A_PERSON || (isHeldInMemory && this.#held >= HELD_IN_MEMORY)) throw appError('TOO_MANY_REQUESTS', { seconds: RETRY_SECONDS });
    this.#byAccount.set(accountId, own + 1);
    if (isHeldInMemory) this.#held += 1;
    return () => {
      const left = (this.#byAccount.get(accountId) ?? 1) - 1;
      if (left > 0) this.#byAccount.set(accountId, left);
      else this.#byAccount.delete(accountId);
      if (isHeldInMemory) this.#held -= 1;
    };
  }
}
