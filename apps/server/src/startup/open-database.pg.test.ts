import { expect, inject, test } from 'vitest';
import { toDatabaseUrl } from '../testing/product-process.ts';
import { withClient } from '../testing/scratch-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './open-database.ts';

const { connection } = inject('testDatabase');

test.each([
  ['C', true],
  ['C.UTF-8', false],
])('of a database with the character type %s the start says that misspelt words are not found: %s', async (ctype, isWarned) => {
  const database = `classwright_scratch_letters_${ctype === 'C' ? 'c' : 'utf8'}_${process.pid}`;
  const asAdmin = (statement: string) => withClient({ ...connection, database: 'postgres' }, (admin) => admin.query(statement));
  await asAdmin(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE '${ctype}'`);
  try {
    const told: string[] = [];
    const config = { databaseUrl: toDatabaseUrl({ ...connection, database }), databaseConnections: 20, dataDir: temporaryFolder() };
    const open = await openDatabase({ config, onWait: (message) => told.push(message), onTrouble: () => undefined });
    await open.stop();
    expect(told.some((message) => message.includes('misspelt words of other languages are not found'))).toBe(isWarned);
  } finally {
    await asAdmin(`DROP DATABASE ${database} WITH (FORCE)`);
  }
});
