import type { DraftView } from '@classwright/contract/lesson/live/views';
import { createStore, type Store } from '../../base/store.ts';
import { isSamePlace, type Content, type Outbox, type Place } from '../../lesson/outbox/index.ts';
import type { ServerClock } from '../../lesson/clock.ts';
import { draftItemAt } from './view.ts';

/** The student's current writing in the open form. Everything goes through the outbox; nothing is stored only here. */
export interface Drafting {
  readonly content: Pick<Store<Content>, 'get' | 'subscribe'>;
  /** Switches to another form, with its own draft or empty. */
  moveTo: (place: Place) => void;
  /** Applies a change by the student. A choice is sent right away, text when the writer pauses. */
  change: (change: Partial<Content>) => void;
  /** Handles a draft on the server, from another device or an earlier visit. */
  meetServer: (place: Place, draft: DraftView) => void;
  /** Sends the current content as the last draft, since the time is up. */
  sendLast: () => void;
  submit: () => Promise<void>;
  stop: () => void;
}

const EMPTY: Content = { response_id: null, comment: '' };

export const isEmptyContent = ({ response_id, comment }: Content): boolean =>
  response_id === null && (typeof comment === 'string' ? comment.trim() === '' : comment.content.length === 0);

export function createDrafting(outbox: Outbox, clock: ServerClock): Drafting {
  const content = createStore<Content>(EMPTY);
  let place: Place | null = null;
  /** The number of own changes on their way to the outbox. Until they arrive, the outbox shows older content. */
  let underWay = 0;

  const written = () => (place ? { ...place, ...content.get(), written_at: clock.now() } : null);

  function write(urgent: boolean): void {
    const writing = written();
    if (!writing) return;
    underWay += 1;
    void outbox.writeDraft(writing, { urgent }).finally(() => {
      underWay -= 1;
      adopt();
    });
  }

  /**
   * Returns the stored content of this form: a draft of this device (including other tabs), or a refused answer that
   * can be corrected.
   */
  function kept(): Content | null {
    const here = place;
    if (!here) return null;
    const items = outbox.items.get();
    const item = draftItemAt(items, here) ?? items.find((one) => one.kind === 'answer' && one.refusal && isSamePlace(one, here));
    return item ? { response_id: item.response_id, comment: item.comment, confidence: item.confidence } : null;
  }

  function adopt(): void {
    const stored = underWay === 0 ? kept() : null;
    if (stored && JSON.stringify(stored) !== JSON.stringify(content.get())) content.set(stored);
  }

  const unsubscribe = outbox.items.subscribe(adopt);

  return {
    content,
    moveTo: (next) => {
      if (place && isSamePlace(place, next)) return;
      place = next;
      content.set(kept() ?? EMPTY);
    },
    change: (change) => {
      content.set({ ...content.get(), ...change });
      write(change.response_id !== undefined || change.confidence !== undefined);
    },
    meetServer: (at, { revision, response_id, comment, confidence, saved_at }) => {
      void outbox.meetServerDraft({ ...at, response_id, comment, confidence, written_at: Date.parse(saved_at) }, { revision, saved_at });
    },
    sendLast: () => {
      if (!isEmptyContent(content.get())) write(true);
    },
    submit: async () => {
      const writing = written();
      if (writing) await outbox.submitAnswer(writing);
    },
    stop: unsubscribe,
  };
}
