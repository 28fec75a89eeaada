import { channels, type LessonEvent } from '@classwright/contract/lesson/live/events';
import { useEffect, useRef } from 'react';
import { listen } from '../base/realtime.ts';
import { createRefetcher } from '../base/refetcher.ts';

/** After these there is more to say of how a lesson went, or nothing any more. */
const STEPS: ReadonlySet<string> = new Set(['assessment.phase.closed', 'assessment.finished', 'assessment.canceled'] satisfies LessonEvent['name'][]);

/**
 * Asks anew whenever the lesson of an assessment goes a step on, or may have gone while nothing was heard. Hears nothing
 * before it is known that there is more to come (`isOpen`). A room does not ask in one breath.
 */
export function useLessonSteps(assessmentId: number, isOpen: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isOpen) return undefined;
    const refetcher = createRefetcher(async () => void (await latest.current()));
    const stop = listen(channels.assessment(assessmentId), {
      onEvent: (name) => STEPS.has(name) && refetcher.request(),
      // what is shown may have been asked for before the channel was entered
      onReady: () => refetcher.request(),
    });
    return () => {
      stop();
      refetcher.stop();
    };
  }, [assessmentId, isOpen]);
}
