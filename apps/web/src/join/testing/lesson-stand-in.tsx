import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ReactNode } from 'react';
import { createStore } from '../../base/store.ts';
import { createServerClock } from '../../lesson/clock.ts';
import { createDrafting } from '../lesson/drafting.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { NOTHING_KNOWN, phaseOf, takeActive, type LessonModel } from '../lesson/model.ts';
import { NO_NOTES } from '../lesson/notes.ts';
import { LessonProvider } from '../lesson-screen/use-lesson.ts';
import { createMemoryStore } from '../../lesson/outbox/item-store.ts';
import { createKeepingStore } from '../../lesson/outbox/keeping-store.ts';
import { createOutbox } from '../../lesson/outbox/outbox.ts';
import { active } from './lesson-data.ts';

/** A lesson without updates: the test sets the state, and nothing is requested or received automatically. */
export function makeStaticLesson(model: LessonModel = takeActive(NOTHING_KNOWN, active()), secondsLeft = 60) {
  const outbox = createOutbox({ account_id: 7, token: () => 'token-7', store: createKeepingStore(createMemoryStore()) });
  const clock = createServerClock();
  const drafting = createDrafting(outbox, clock);
  const phase = phaseOf(model);
  if (model.known && phase) drafting.moveTo({ assessment_id: 8, session_id: model.known.epoch, form: phase.form });
  const known = createStore(model);
  const seconds = createStore(secondsLeft);
  const shownForm = createStore<Form | null>(null);
  let reloads = 0;
  const lesson: Lesson = {
    assessmentId: 8,
    stage: createStore<ReturnType<Lesson['stage']['get']>>({ is: 'running' }),
    model: known,
    shownForm,
    showForm: (form) => shownForm.set(form),
    feedProblem: createStore<unknown>(null),
    countdown: { seconds, reminder: createStore<number | null>(null), refresh: () => undefined, stop: () => undefined },
    drafting,
    clock,
    outbox,
    notes: { notes: createStore(NO_NOTES), reload: () => undefined, stop: () => undefined },
    update: (step) => known.set(step(known.get())),
    hearOwnAnswer: () => undefined,
    hearOwnPair: () => undefined,
    hearOwnChannel: () => undefined,
    hearOwnTime: () => undefined,
    reloadFeed: () => (reloads += 1),
    retry: () => undefined,
    stop: () => outbox.stop(),
  };
  const Around = ({ children }: { children: ReactNode }) => <LessonProvider value={lesson}>{children}</LessonProvider>;
  return { lesson, Around, model: known, seconds, outbox, reloads: () => reloads };
}
