import { connect, inTransaction } from '../../database/index.ts';
import { createLog } from '../../log.ts';
import { createRooms } from '../index.ts';

/** A separate process that announces as fast as it can and reports its commits to its parent, until it is killed. */
const { db } = connect({ connection: JSON.parse(process.argv[2] ?? '{}') as never, onError: () => undefined });
const rooms = createRooms({ db, log: createLog('silent'), joinWindowMs: 20 });
await rooms.start();

async function announceForEver(writer: number): Promise<never> {
  for (let turn = 0; ; turn++) {
    const id = writer * 1_000_000 + turn;
    await inTransaction(db, (tx) =>
      rooms.announce(tx, { room: 'private-killed', epoch: 1, ...(turn % 7 === 0 ? { name: 'phase', payload: { id } } : { name: 'post', item: id }) }),
    );
    process.send?.(id);
  }
}
await Promise.all([1, 2, 3, 4].map(announceForEver));
