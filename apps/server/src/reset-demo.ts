// `npm run demo:reset`: resets the demo school to its first day, on the database that `npm start` would use.
import { setTimeout as sleep } from 'node:timers/promises';
import { resetDemo } from './demo/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { readConfig } from './platform/config.ts';
import { connect } from './platform/database/index.ts';
import { StartRefusal } from './platform/start-refusal.ts';
import { openDatabase } from './startup/open-database.ts';
import { isServing } from './startup/queries.ts';

process.umask(0o077);
/** A killed process is listed until its lease ends. */
const LEASE_PATIENCE_MS = 7_000;
try {
  const config = readConfig();
  if (!config.isDemo) throw new StartRefusal('These settings do not allow a demo school here. With a database of your own, set DEMO=on.');
  const onTrouble = (message: string, error?: unknown) => console.error(message, error ?? '');
  const database = await openDatabase({ config, onTrouble, onWait: console.log });
  try {
    const { db } = connect({ connection: database.connection, maxConnections: 1, onError: (error) => onTrouble('A database connection broke.', error) });
    let isBusy = await isServing(db);
    for (let waitedMs = 0; isBusy && waitedMs < LEASE_PATIENCE_MS; waitedMs += 500) isBusy = await sleep(500).then(() => isServing(db));
    await db.destroy();
    if (isBusy) throw new StartRefusal('Classwright is running on this database. Stop it first.');
    await resetDemo({ connection: database.connection, storage: createFileStorage(config.dataDir, config.s3), isProduction: config.isProduction });
  } finally {
    await database.stop();
  }
  console.log('The demo school is back to its first day.');
} catch (error) {
  if (!(error instanceof StartRefusal)) throw error;
  console.error(`\nThe demo was not reset. ${error.message}\n`);
  process.exitCode = 1;
}
