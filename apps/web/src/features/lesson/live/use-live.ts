import { createContext, useContext, useRef, useSyncExternalStore } from 'react';
import type { Store } from '../../../base/store.ts';
import { useStore } from '../../../base/use-store.ts';
import type { Actions, Pending } from './lesson/actions.ts';
import { phaseOf, stageOf, type Stage, type StaffModel } from './lesson/model.ts';
import type { PreferenceStore, Preferences } from './lesson/preferences.ts';
import type { Part } from './lesson/effects.ts';
import type { StaffLesson } from './lesson/staff-lesson.ts';

/** The text of a comment or reply that is not stored yet, and the last words that were sent of it, with their key. */
export interface CommentDraft {
  words: string;
  sent: { words: string; key: string } | null;
}

/** The objects that every part of the teacher's screen works with. */
export interface Live {
  lesson: StaffLesson;
  actions: Actions;
  preferences: PreferenceStore;
  accountId: number;
  /** The drafts of comments and replies, kept when tabs are switched. */
  drafts: Map<string, CommentDraft>;
}

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive is for parts of the lesson’s screen');
  return live;
}

/** Returns a part of the model. The selector must return the same object until the part changes. */
export function useModel<T>(select: (model: StaffModel) => T): T {
  const { model } = useLive().lesson;
  return useSelected(model, select);
}

function useSelected<Value, T>(store: Pick<Store<Value>, 'get' | 'subscribe'>, select: (value: Value) => T): T {
  const latest = useRef(select);
  latest.current = select;
  return useSyncExternalStore(store.subscribe, () => latest.current(store.get()));
}

export const useStage = (): Stage | null => useModel(stageOf);
export const usePhase = () => useModel(phaseOf);
export const useSeconds = (): number => useStore(useLive().lesson.seconds);
export const usePreferences = (): Preferences => useStore(useLive().preferences);
export const usePending = (kind: Pending): boolean => useSelected(useLive().actions.pending, (pending) => pending.has(kind));
/** Returns the reason why a part could not be loaded, or undefined if all is well. */
export const useProblem = (part: Part): unknown => useSelected(useLive().lesson.problems, (problems) => problems[part]);
