import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';

/**
 * A transaction of which what it compares is gone once it was read: where the database asks for another try it throws, so that
 * the whole reading is tried again.
 */
export async function inOneTry(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  let isBegun = false;
  await inTransaction(db, (tx) => {
    if (isBegun) throw new Error('the database asked for another try while a roster was compared');
    isBegun = true;
    return work(tx);
  });
}
