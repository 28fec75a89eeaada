/**
 * OneRoster: programs that an administrator lets in read a school's roster and grades, and write grades back, by OneRoster
 * 1.2; the same as a file.
 *
 * Invariants: a program sees one school and what its scopes name; a secret and a token are kept as hashes; what leaves the
 * school is noted before it is sent; a sourcedId means one thing for good; drafts, demographics and codes to join never leave.
 */
import { oneRosterCalls } from '@classwright/contract';
import type { Manifest } from '../../manifest.ts';
import type { Db } from '../../platform/database/index.ts';
import type { MakeLimiter } from '../../platform/http/index.ts';
import { scheduledJob } from '../../platform/jobs/index.ts';
import { implementClients } from './clients/clients.ts';
import { deleteOld } from './clients/queries.ts';
import { answerList, answerOne } from './provider/read.ts';
import { type ExportDependencies, implementExport } from './export/export.ts';
import { createServe } from './provider/serve.ts';
import { implementToken } from './provider/token.ts';

export { oneRosterFailures } from './provider/failure.ts';

export interface OneRosterDependencies extends ExportDependencies {
  db: Db;
  makeLimiter: MakeLimiter;
}

export function oneRosterModule(dependencies: OneRosterDependencies): Manifest {
  const { db } = dependencies;
  const serve = createServe(dependencies);
  const reads = oneRosterCalls.filter(({ act }) => act === 'list' || act === 'get');
  return {
    implementations: [
      ...implementClients(dependencies),
      implementExport(dependencies),
      implementToken(dependencies),
      ...reads.map((declared) =>
        serve.implement(declared, (call) => (declared.act === 'list' ? answerList(db, declared, call) : answerOne(db, declared, call))),
      ),
    ],
    jobs: [scheduledJob('oneroster.tend', 60, () => deleteOld(db))],
    stops: [serve.stop],
  };
}
