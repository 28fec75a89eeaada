import { channels, type LessonEvent } from '@classwright/contract/lesson/live/events';
import { useEffect, useRef } from 'react';
import { listen } from '../base/realtime.ts';
import { createRefetcher } from '../base/refetcher.ts';

/** After these events there is more to show about a lesson, or nothing at all. */
const STEPS: ReadonlySet<string> = new Set(['assessment.phase.closed', 'assessment.finished', 'assessment.canceled'] satisfies LessonEvent['name'][]);

/**
 * Reloads whenever an assessment's lesson takes a step, or may have taken one while disconnected. It does not subscribe
 * until more is expected (`isOpen`). A class's requests are spread out.
 */
export function useLessonSteps(assessmentId: number, isOpen: boolean, ask: () => Promise<unknown>): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isOpen) return undefined;
    const refetcher = createRefetcher(async () => void (await latest.current()));
    const stop = listen(channels.assessment(assessmentId), {
      onEvent: (name) => STEPS.has(name) && refetcher.request(),
      // The displayed data may have been requested before the channel was joined.
      onReady: () => refetcher.request(),
    });
    return () => {
      stop();
      refetcher.stop();
    };
  }, [assessmentId, isOpen]);
}
