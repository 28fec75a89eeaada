import type { Form } from '@classwright/contract/lesson/live/forms';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useStore } from '../../base/use-store.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { getSession } from '../../base/session.ts';
import { isOwnId, phaseOf, type LessonModel } from '../lesson/model.ts';
import { modeOf, ownAnswerOf, type LessonMode, type OwnAnswer } from '../lesson/view.ts';
import type { OutboxItem } from '../../lesson/outbox/index.ts';
import type { LessonPhase } from '@classwright/rules/live/lesson-state';

const LessonContext = createContext<Lesson | null>(null);
export const LessonProvider = LessonContext.Provider;

/** Returns the lesson on this page. */
export function useLesson(): Lesson {
  const lesson = useContext(LessonContext);
  if (!lesson) throw new Error('useLesson outside of a lesson');
  return lesson;
}

export const useModel = (): LessonModel => useStore(useLesson().model);
/** Returns a check of whether an id in a view is this student's. Without a lesson around, only the account counts. */
export function useIsMe(): (id: number) => boolean {
  const lesson = useContext(LessonContext);
  const alias = useSyncExternalStore(lesson?.model.subscribe ?? neverChanges, () => lesson?.model.get().alias ?? null);
  const me = getSession()?.user.account_id;
  return (id) => isOwnId({ alias }, id, me);
}
const neverChanges = () => () => undefined;
export const useItems = (): readonly OutboxItem[] => useStore(useLesson().outbox.items);
export const usePhase = (): LessonPhase | null => phaseOf(useModel());
/** Returns the whole seconds left in the form opened last. */
export const useSeconds = (): number => useStore(useLesson().countdown.seconds);

/** Returns the mode. It changes only with the mode, so that the feed is not rendered at every tick. */
export function useMode(): LessonMode {
  const { model, outbox, countdown } = useLesson();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [model.subscribe(listener), outbox.items.subscribe(listener), countdown.seconds.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },
    [model, outbox, countdown],
  );
  return useSyncExternalStore(subscribe, () => modeOf(model.get(), outbox.items.get(), countdown.seconds.get()));
}

/** Returns the student's own answer in a form. */
export function useOwnAnswer(form: Form | undefined): OwnAnswer | null {
  const model = useModel();
  const items = useItems();
  return form ? ownAnswerOf(model, items, form) : null;
}
