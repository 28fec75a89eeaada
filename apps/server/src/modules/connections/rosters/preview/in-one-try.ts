import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';

/**
 * Runs a transaction whose input can be read only once: if the database asks for a retry it throws, so that the whole
 * reading is retried.
 */
export async function inOneTry(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  let isBegun = false;
  await inTransaction(db, (tx) => {
    if (isBegun) throw new Error('the database asked for another try while a roster was compared');
    isBegun = true;
    return work(tx);
  });
}
