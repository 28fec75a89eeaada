import { type AccountEvent, channels } from '@classwright/contract/lesson/live/events';
import { useEffect } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { listen } from '../../../../base/realtime.ts';
import { createRefetcher } from '../../../../base/refetcher.ts';
import { SYNC } from '../calls.ts';

/** Asks anew how runs of a class (null: of no one class) stand once one has begun, got on or ended: once a second at most, and not every window at once. */
export function useRunEvents(accountId: number, courseId: number | null): void {
  useEffect(() => {
    const refetcher = createRefetcher(async () => {
      await Promise.all(['alive', 'run'].map((part) => queryClient.invalidateQueries({ queryKey: [SYNC, part] })));
    });
    let wasReady = false;
    const unlisten = listen(channels.account(accountId), {
      // what was missed while the line was lost
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
