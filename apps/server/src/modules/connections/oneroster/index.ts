/**
 * OneRoster: apps approved by an administrator read a school's roster and grades, and write grades back, by OneRoster
 * 1.2; the same data is available as a file.
 *
 * Invariants: an app sees one school and what its scopes allow; secrets and tokens are stored as hashes; data that
 * leaves the school is recorded before it is sent; a sourcedId permanently means one thing; drafts, demographics and
 * join codes never leave.
 */
import { type OneRosterCall, oneRosterCalls } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import type { Db, HeavyReads } from '../../../platform/database/index.ts';
import type { Readings } from '../../../platform/readings/index.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import { type ConsumerDependencies, consumerJobs, implementSources } from './consumer/index.ts';
import { implementClients } from './clients/clients.ts';
import { deleteOld, hasClients } from './clients/queries.ts';
import { answerList, answerOne } from './provider/read.ts';
import { type ExportDependencies, implementExport } from './export/export.ts';
import { oneRosterFailures } from './provider/failure.ts';
import { createServe, type ProgramCall } from './provider/serve.ts';
import { implementToken } from './provider/token.ts';

import { answerWrite, type WriteDependencies } from './provider/write.ts';
import { personalData } from './personal-data.ts';

export interface OneRosterDependencies extends ExportDependencies, WriteDependencies, ConsumerDependencies {
  db: Db;
  heavyReads: HeavyReads;
  makeLimiter: MakeLimiter;
  readings: Readings;
}

type OneRosterOptions = Omit<OneRosterDependencies, 'announcing'> & OneRosterDependencies['announcing'];

export function oneRosterModule(options: OneRosterOptions): Manifest {
  const { db, heavyReads, notifier, room, realtime } = options;
  const dependencies: OneRosterDependencies = { ...options, announcing: { notifier, room, realtime } };
  const serve = createServe(dependencies);
  const answer = (declared: OneRosterCall) => (call: ProgramCall) => {
    if (declared.act === 'list') return heavyReads.run((on) => answerList(on, declared, call));
    return declared.act === 'get' ? answerOne(db, declared, call) : answerWrite(dependencies, declared, call);
  };
  return {
    personalData,
    implementations: [
      ...implementClients(dependencies),
      ...implementSources(dependencies),
      implementExport(dependencies),
      implementToken(dependencies),
      ...oneRosterCalls.map((declared) => serve.implement(declared, answer(declared))),
    ],
    jobs: [scheduledJob('oneroster.tend', 60, () => deleteOld(db)), ...consumerJobs(dependencies)],
    failureForms: [oneRosterFailures],
    personContext: async (on, { id }) => ({ hasOneRoster: await hasClients(on, id) }),
    stops: [serve.stop],
  };
}
