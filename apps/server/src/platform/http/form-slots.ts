import { tooManyRequests } from '../errors.ts';
import { Gate, Gates } from '../waiting/index.ts';

/** The maximum number of forms of one person in progress at the same time. */
export const FORMS_OF_A_PERSON = 2;
/** The maximum number of files in memory for all people together: those of imports (25 MB each). */
export const HELD_IN_MEMORY = 8;
const RETRY_SECONDS = 5;

/** Limits forms with files while they are received and processed. None waits: a form beyond the limits is refused. */
export class FormSlots {
  readonly #ofPeople = new Gates<number>(FORMS_OF_A_PERSON);
  readonly #inMemory = new Gate({ atOnce: HELD_IN_MEMORY });

  /** Reserves a slot for a form. Call the returned function when its call ends. @throws TOO_MANY_REQUESTS */
  take(accountId: number, isHeldInMemory: boolean): () => void {
    if (!this.#ofPeople.tryEnter(accountId)) throw tooManyRequests(RETRY_SECONDS);
    if (isHeldInMemory && !this.#inMemory.tryEnter()) {
      this.#ofPeople.leave(accountId);
      throw tooManyRequests(RETRY_SECONDS);
    }
    return () => {
      this.#ofPeople.leave(accountId);
      if (isHeldInMemory) this.#inMemory.leave();
    };
  }
}
