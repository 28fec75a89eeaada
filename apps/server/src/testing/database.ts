import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { TestDatabase } from './build-app.ts';

export type { TestDatabase };

/** Clones a fresh database from the migrated template. One per test file; its tests create their own schools. */
export async function cloneDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testDatabase');
  const database = `${template}_${randomBytes(4).toString('hex')}`;
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ ...connection, database: 'postgres' });
    await client.connect();
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          await client.query(statement);
          return;
        } catch (error) {
          if ((error as { code?: string }).code !== '55006' || attempt === 20) throw error; // another file is cloning the template right now
          await new Promise((resolve) => setTimeout(resolve, 50 * attempt));
        }
      }
    } finally {
      await client.end();
    }
  };
  await admin(`CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`);
  return { connection: { ...connection, database }, drop: () => admin(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`) };
}
