import { appError } from '../errors.ts';

/** Forms of one person that may be on their way at the same time. */
export const FORMS_OF_A_PERSON = 2;
/** Files that are held in memory for all people together: the imports' (25 MB each). */
export const HELD_IN_MEMORY = 8;
const RETRY_SECONDS = 5;

/** Counts forms with files while they are received and worked on. */
export class FormSlots {
  readonly #byAccount = new Map<number, number>();
  #held = 0;

  /** Takes a place for a form; call what comes back when its call is over. @throws TOO_MANY_REQUESTS */
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
