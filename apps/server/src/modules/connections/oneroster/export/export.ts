import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MessageKey, oneRosterExport, type Translate } from '@classwright/contract';
import { OWN_SYSTEM } from '@classwright/rules/sync/own-ids';
import { audit } from '../../../../platform/audit/index.ts';
import { appNow } from '../../../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { toFileName } from '../../../../platform/file-name.ts';
import { FileAnswer, implement, type Implementation } from '../../../../platform/http/index.ts';
import { Gates } from '../../../../platform/waiting/index.ts';
import { writeZip, type ZipPart } from '../../../../platform/zip/index.ts';
import { getMeantSchool } from '../../../school/reference/index.ts';
import { SCHOOL_WORDS } from '../clients/clients.ts';
import { listPeople } from '../provider/page-queries.ts';
import { users } from '../provider/rostering-queries.ts';
import { loadScope, type Scope } from '../provider/scope.ts';
import { readLines } from './csv-queries.ts';
import { ABSENT, countSubmissions, listFiles } from './files-queries.ts';

export interface ExportDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  t: Translate<MessageKey>;
  stagingFolder: string;
  installationId: string;
}

/**
 * The number of submissions per point of the limit: writing and compressing them takes about 10 ms of this process's
 * main thread.
 */
const SUBMISSIONS_A_POINT = 1_000;
/** The maximum count; more submissions use up the whole budget anyway. */
const MAX_COUNTED = 500_000;

/** Implements exporting the whole roster of a school and its returned grades as OneRoster 1.2 files. */
export function implementExport({ backgroundDb, t, stagingFolder, installationId }: ExportDependencies): Implementation {
  const gates = new Gates<'export'>(1);
  return implement(oneRosterExport, async ({ tx: db, main, actor, input, requestId, site, charge }) => {
    const schoolId = await getMeantSchool(db, actor, input.school_id, SCHOOL_WORDS);
    const scope = await loadScope(db, schoolId, { origin: site.origin, t });
    charge((await countSubmissions(db, scope, MAX_COUNTED)) / SUBMISSIONS_A_POINT);
    const entry = { action: oneRosterExport.name, subjectType: 'school', subjectId: schoolId, after: { name: scope.schoolName }, requestId };
    await inTransaction(main, (tx) => audit(tx, { ...actor, schoolId }, entry));
    const content = await gates.run('export', () => writeFile(db === main ? backgroundDb : db, scope, { folder: stagingFolder, installationId }));
    const day = (await appNow(db)).toISOString().slice(0, 10);
    return new FileAnswer({
      name: `oneroster-${toFileName(scope.schoolName)}-${day}.zip`,
      type: oneRosterExport.download,
      content,
      people: () => listPeople(db, users(scope, {})),
    });
  });
}

/**
 * Writes the archive to disk from one database snapshot, then streams it: a slow receiver keeps no transaction open,
 * and an error midway gives a failure instead of half a file. The archive is deleted after reading or canceling.
 */
async function writeFile(db: Db, scope: Scope, { folder, installationId }: { folder: string; installationId: string }): Promise<Readable> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `oneroster-${randomUUID()}.zip`);
  const remove = () => rm(file, { force: true });
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) =>
        pipeline(Readable.from(writeZip(listParts(tx, scope, installationId)), { objectMode: false }), createWriteStream(file, { mode: 0o600 })),
      );
  } catch (error) {
    await remove();
    throw error;
  }
  const content = createReadStream(file);
  content.once('close', () => void remove());
  return content;
}

function* listParts(tx: Tx, scope: Scope, installationId: string): Generator<ZipPart> {
  const files = listFiles(scope);
  yield {
    name: 'manifest.csv',
    content: [
      writeManifest(
        files.map(({ name }) => name),
        installationId,
      ),
    ],
  };
  for (const file of files) yield { name: `${file.name}.csv`, content: readLines(tx, file) };
}

/**
 * Writes the manifest: the list of files, and the installation whose ids they contain. Source: OneRoster 1.2, CSV
 * binding, section 3.
 */
function writeManifest(names: readonly string[], installationId: string): string {
  const modes = [...names.map((name) => [name, 'bulk']), ...ABSENT.map((name) => [name, 'absent'])].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const lines = [
    ['propertyName', 'value'],
    ['manifest.version', '1.0'],
    ['oneroster.version', '1.2'],
    ...modes.map(([name, mode]) => [`file.${name}`, mode]),
    ['source.systemName', OWN_SYSTEM],
    ['source.systemCode', installationId],
  ];
  return `${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
}
