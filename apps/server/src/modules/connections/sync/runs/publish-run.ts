import { channels } from '@classwright/contract';
import { afterCommit, type Tx } from '../../../../platform/database/index.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { listOnlookers } from './queries.ts';

/**
 * Makes the open pages of people who see a run reload it after the commit: it has started, progressed, paused with a
 * question, or ended.
 */
export async function publishRunProgress(tx: Tx, { telling }: Pick<SyncDependencies, 'telling'>, runId: number): Promise<void> {
  const onlookers = await listOnlookers(tx, runId);
  const [first] = onlookers;
  if (!first) return;
  afterCommit(tx, () => {
    telling.realtime.publish(
      onlookers.map(({ account_id }) => channels.account(account_id)),
      'sync.changed',
      { course_id: first.course_id },
    );
  });
}
