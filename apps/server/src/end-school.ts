// `npm run school:end`: erases a whole school of the installation that `npm start` would use, running or not.
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openInstallation } from './backup/index.ts';
import { runMaintenance } from './backup/run-maintenance.ts';
import {
  askToEndSchool,
  endSchool,
  type EndingSchool,
  keepSchool,
  listEndingSchools,
  type SchoolRefusal,
  SchoolStays,
} from './modules/overview/records/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { readConfig } from './platform/config.ts';
import { connect, type Db } from './platform/database/index.ts';
import { readSchema } from './platform/personal-data/read-schema.ts';
import { StartRefusal } from './platform/start-refusal.ts';

/** Classes, and questions, of a large school go in one statement each. */
const LONGEST_STATEMENT_MS = 30 * 60_000;
const COMMAND = 'npm run school:end --';

await runMaintenance({
  inVain: 'No school was changed.',
  help: `${COMMAND} [school] [erase "its name" | keep | finish receipt.json]: lists the schools, or erases all people of one in two weeks, keeps it within them, or deletes what is left and writes a receipt.`,
  async work([id, act, argument]) {
    const config = readConfig();
    const { connection, close } = await openInstallation(config);
    const { db } = connect({ connection, maxConnections: 2, longestSilenceMs: LONGEST_STATEMENT_MS, onError: (error) => console.error(error.message) });
    try {
      const schools = await listEndingSchools(db);
      if (id === undefined) for (const school of schools) console.log(`${school.id}  ${school.name}: ${stateOf(school)}`);
      else {
        const school = schools.find((one) => String(one.id) === id);
        if (!school) throw new StartRefusal(`There is no school with the number ${id}. ${COMMAND} lists them.`);
        await doAct(db, school, { act, argument, storage: createFileStorage(config.dataDir, config.s3) });
      }
      return true;
    } catch (error) {
      throw error instanceof SchoolStays ? new StartRefusal(sayWhy(error.refusal)) : error;
    } finally {
      await db.destroy();
      await close();
    }
  },
});

interface Act {
  act: string | undefined;
  argument: string | undefined;
  storage: ReturnType<typeof createFileStorage>;
}

async function doAct(db: Db, school: EndingSchool, { act, argument, storage }: Act): Promise<void> {
  const { id, name } = school;
  switch (act) {
    case undefined:
      return console.log(`${name}: ${stateOf(school)}`);
    case 'erase':
      if (argument !== name) throw new StartRefusal(`Write the name of the school to say that you mean it: ${COMMAND} ${id} erase "${name}"`);
      console.log(`${await askToEndSchool(db, id)} people of ${name} can no longer sign in, and are erased in 14 days while the product runs.`);
      return console.log(`Until then this keeps the school: ${COMMAND} ${id} keep`);
    case 'keep':
      return console.log(`${await keepSchool(db, id)} people of ${name} are not erased. Those who could sign in before can again.`);
    case 'finish': {
      if (argument === undefined) throw new StartRefusal(`Name the file for the receipt: ${COMMAND} ${id} finish receipt.json`);
      const file = resolve(argument);
      if (existsSync(file)) throw new StartRefusal(`${file} is there already. Name a file that is not.`);
      const receipt = await endSchool({ db, schema: readSchema(), storage }, { id, name });
      writeFileSync(file, `${JSON.stringify(receipt, null, 2)}\n`, { mode: 0o600 });
      return console.log(`${name} is deleted: ${receipt.people} people, ${receipt.files} files. The receipt for the board is in ${file}`);
    }
    default:
      throw new StartRefusal(`It does not know “${act}”. Write erase, keep or finish.`);
  }
}

function stateOf({ people, waiting, erasing, erased, due_at: due }: EndingSchool): string {
  if (waiting > 0 && due) return `${waiting} of ${people} people wait to be erased on ${due.toISOString().slice(0, 10)}`;
  if (erasing > 0) return `${erasing} of ${people} people are being erased`;
  if (people > 0 && erased === people) return 'all people are erased; finish deletes the rest';
  return `${people} people`;
}

function sayWhy(refusal: SchoolRefusal): string {
  switch (refusal.why) {
    case 'lessons':
      return `${refusal.count} of its lessons are running. Try again when they have ended.`;
    case 'hold':
      return `Data of the school is kept until ${refusal.until}: ${refusal.reason}. End the hold first, on the page How Long We Keep Data.`;
    case 'administrators':
      return 'No active administrator belongs to another school, or to all schools. Make one first, so that somebody can still sign in.';
    case 'people':
      return `${refusal.count} of its people have not been erased yet.`;
  }
}
