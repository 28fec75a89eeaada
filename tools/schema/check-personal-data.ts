// Checks that every table says what it holds about people (`personalData` of its module), against the committed schema.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkPersonalData } from '@classwright/server/platform/personal-data/check';
import { joinPersonalData, type PersonalData } from '@classwright/server/platform/personal-data/index';
import { platformData } from '@classwright/server/platform/personal-data/platform-tables';
import { parseSchema } from '@classwright/server/platform/personal-data/schema';
import { repository } from '../house-rules/source.ts';
import { schemaFiles } from './generate.ts';

/** Reads the declarations of all modules. */
export async function readPersonalData(): Promise<ReturnType<typeof joinPersonalData>> {
  const files = globSync('apps/server/src/modules/*/*/personal-data.ts', { cwd: repository });
  const read = await Promise.all(files.map(async (file) => ((await import(join(repository, file))) as { personalData: PersonalData }).personalData));
  return joinPersonalData([platformData, ...read]);
}

if (import.meta.main) {
  const declared = await readPersonalData();
  const problems = checkPersonalData(parseSchema(readFileSync(schemaFiles.description, 'utf8')), declared);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log(`${declared.size} tables say what they hold about people.`);
}
