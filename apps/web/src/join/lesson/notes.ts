import type { liveNotes, OwnHiddenView, OwnQuestionView } from '@classwright/contract/lesson/live/classmates';
import { createRefetcher } from '../../base/refetcher.ts';
import { createStore, type Store } from '../../base/store.ts';
import { ask } from '../../lesson/ask.ts';

/** The notes of this student alone: own hidden texts, and own questions to the teacher. */
export interface Notes {
  readonly hidden: readonly OwnHiddenView[];
  readonly questions: readonly OwnQuestionView[];
}

export const NO_NOTES: Notes = { hidden: [], questions: [] };

export interface NotesFollower {
  readonly notes: Pick<Store<Notes>, 'get' | 'subscribe'>;
  /** Loads the notes: there are some, or they have changed. */
  reload: () => void;
  stop: () => void;
}

/** Keeps the notes of a lesson. Nothing is requested until there is something. */
export function followNotes(assessmentId: number): NotesFollower {
  const notes = createStore<Notes>(NO_NOTES);
  const refetcher = createRefetcher(async () => {
    const { hidden, questions } = await ask<typeof liveNotes>('GET', '/live/learning/student/notes', { query: { assessment_id: assessmentId } });
    notes.set({ hidden, questions });
  });
  return { notes, reload: () => refetcher.request('now'), stop: () => refetcher.stop() };
}
