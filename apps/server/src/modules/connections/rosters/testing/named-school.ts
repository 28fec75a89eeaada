import { sql } from 'kysely';
import type { Scenario, TestApp } from '../../../../testing/index.ts';

/** Creates a school of this name, by which rosters find it. Returns its id. */
export async function createNamedSchool({ app, scenario }: { app: TestApp; scenario: Scenario }, name: string, domain = ''): Promise<number> {
  const id = await scenario.school();
  await sql`UPDATE schools SET school_name = ${name}, domain = ${domain} WHERE id = ${id}`.execute(app.db);
  return id;
}
