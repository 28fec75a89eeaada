import { type AccountEvent, channels } from '@classwright/contract/lesson/live/events';
import { useEffect } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { listen } from '../../../../base/realtime.ts';
import { createRefetcher } from '../../../../base/refetcher.ts';
import { SYNC } from '../calls.ts';

/**
 * Reloads the runs of a class (null: of no single class) after one has started, progressed or ended: at most once a
 * second, and not in every window at the same time.
 */
export function useRunEvents(accountId: number, courseId: number | null): void {
  useEffect(() => {
    const refetcher = createRefetcher(async () => {
      await Promise.all(['alive', 'run'].map((part) => queryClient.invalidateQueries({ queryKey: [SYNC, part] })));
    });
    let wasReady = false;
    const unlisten = listen(channels.account(accountId), {
      // The page requests what it missed while the line was lost.
      onReady: () => {
        if (wasReady) refetcher.request();
        wasReady = true;
      },
      onEvent: (name, data) => {
        const isMeant = name === ('sync.changed' satisfies AccountEvent['name']) && (data as { course_id: number | null }).course_id === courseId;
        if (isMeant) refetcher.request();
      },
    });
    return () => {
      unlisten();
      refetcher.stop();
    };
  }, [accountId, courseId]);
}
