import { readTestSettings } from '@classwright/server/platform/config';
import { movableClock } from '@classwright/server/testing/movable-clock';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import type pg from 'pg';
import { serverFlags } from '../scripts/lib/server-flags.mjs';
import type { FromServer, Measurements, ToServer } from './grade-process.ts';
import { type GradesShape, keyOfGrades, manyGrades } from './many-grades.ts';
import { type Phones, startPhones } from './phones.ts';

/** A class of the bench: its ids in database order, and its teachers' tokens. */
export interface GradedClass {
  id: number;
  works: number[];
  students: number[];
  teachers: string[];
}

export interface GradeServer {
  client: pg.Client;
  ask: Phones<ToServer, FromServer>['ask'];
  url: string;
  /** The key by which sockets name the server. */
  key: string;
  /** The address with `/api`. */
  api: string;
  classes: GradedClass[];
  /** Does the work, and returns the server process's measurements during it. */
  watch: (work: () => Promise<unknown>, options?: { collects?: boolean }) => Promise<Measurements>;
}

/** Runs the work with a database of classes of these shapes, and the product in a separate process. */
export async function withGradeServer(shapes: readonly GradesShape[], work: (server: GradeServer) => Promise<void>): Promise<void> {
  const { ask, end } = startPhones<ToServer, FromServer>('./grade-process.ts', [...serverFlags, '--expose-gc']);
  const postgres = await openTestPostgres(readTestSettings().databaseUrl);
  try {
    await withMigratedDatabase(postgres, async (client, connection) => {
      await client.query(movableClock);
      for (const shape of shapes) for (const statement of manyGrades(shape)) await client.query(statement);
      const { url, key } = await ask({ kind: 'start', connection }, 'running');
      const classes: GradedClass[] = [];
      for (const shape of shapes) {
        const { rows } = await client.query<GradedClass>(
          `SELECT id::integer, (SELECT array_agg(course_works.id::integer ORDER BY course_works.id) FROM course_works WHERE course_id = courses.id) AS works,
                  (SELECT array_agg(account_id::integer ORDER BY account_id) FROM course_members WHERE course_id = courses.id AND role = 'STUDENT') AS students,
                  (SELECT array_agg(account_id::integer ORDER BY account_id) FROM course_members WHERE course_id = courses.id AND role = 'TEACHER') AS teachers
             FROM courses WHERE enrollment_code = $1`,
          [keyOfGrades(shape)],
        );
        const made = rows[0] as unknown as Omit<GradedClass, 'teachers'> & { teachers: number[] };
        classes.push({ ...made, teachers: (await ask({ kind: 'sign-in', accountIds: made.teachers }, 'signed-in')).tokens });
      }
      const watch: GradeServer['watch'] = async (measured, { collects = false } = {}) => {
        await ask({ kind: 'watch', collects }, 'watching');
        await measured();
        return ask({ kind: 'look' }, 'looked');
      };
      await work({ client, ask, url, key, api: `${url}/api`, classes, watch });
      end();
    });
  } finally {
    end();
    await postgres.stop();
  }
}
