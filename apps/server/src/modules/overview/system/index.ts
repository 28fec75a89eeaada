/**
 * The page about the running system, for administrators of the whole installation.
 *
 * Invariants: the answer holds no secret, path, host or name; a duty is `done` and a light `good` only when the server itself
 * sees it; an answer waits for the database alone, since a job looks at other services and each process says its own figures.
 */
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { type LightView, LOG_MORE_MINUTES, type MessageKey, systemGet, systemLogMore, type SystemView, type Translate } from '@classwright/contract';
import { type ArchiveState, judgeArchive, readArchiveState } from '../../../archive/index.ts';
import type { ManifestWith } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import { measureClockDriftMs } from '../../../platform/clock.ts';
import { isPackagedVersion } from '../../../platform/database/embedded/binaries.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implement } from '../../../platform/http/index.ts';
import { scheduledJob } from '../../../platform/jobs/index.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import { findLogsMore, setLogsMore } from '../../../platform/processes/index.ts';
import type { Surroundings } from '../../../platform/surroundings.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import { countLessonsNow } from '../../lesson/live/index.ts';
import { backupJob, type BackUpDependencies, implementBackUp } from './back-up.ts';
import { type Facts, judgeDuties } from './duties.ts';
import { judgeLights, listWarnings } from './lights.ts';
import { personalData } from './personal-data.ts';
import { getServerVersion, hasStaffWithoutFactor, readSeen, saveCheck, type Seen } from './queries.ts';
import { createSizes, listLanes, loadBackups, toProcessView } from './state.ts';
import { implementTestMail } from './test-mail.ts';

export interface SystemDependencies extends BackUpDependencies {
  t: Translate<MessageKey>;
  mail: { mailer: Mailer; publicUrl: URL } | null;
  makeLimiter: MakeLimiter;
  changeNotes: string | null;
  publicUrl: URL | null;
  leakedPasswordsFile: string | null;
  adminsNeedFactor: boolean;
  surroundings: Surroundings;
}

/** The parts that other modules use. */
type SystemParts = {
  /** Returns the lights that somebody must look at, the problems first. Two short statements. */
  listSystemWarnings: (db: Db) => Promise<LightView[]>;
};

const CHECK_EVERY_MINUTES = 5;

export function systemModule(dependencies: SystemDependencies): ManifestWith<SystemParts> {
  const { db, jobs, mail, storage, version, dataDir, changeNotes, publicUrl, leakedPasswordsFile, adminsNeedFactor, surroundings } = dependencies;
  const { hasEmbeddedDatabase, hasBroker: _, ...seen } = surroundings;
  const sizes = createSizes();
  const readArchive = (): ArchiveState | null => (hasEmbeddedDatabase ? readArchiveState(dataDir) : null);
  const judge = (sight: Seen): LightView[] =>
    judgeLights({ ...sight, isProduction: seen.isProduction, hasMail: mail !== null, archive: judgeArchive(readArchive()) });
  const check = async (service: 'mail' | 'files', look: () => Promise<void>): Promise<void> =>
    saveCheck(
      db,
      service,
      await look().then(
        () => true,
        () => false,
      ),
    );
  const implementations = [
    implement(systemGet, async ({ tx }) => {
      const [sight, serverVersion, lanes, backups, lessons, until, hasBareStaff, driftMs, leakedPasswords] = await Promise.all([
        readSeen(tx),
        getServerVersion(tx),
        listLanes(tx, jobs),
        loadBackups(tx),
        countLessonsNow(tx),
        findLogsMore(tx),
        hasStaffWithoutFactor(tx, { adminsNeedFactor }),
        measureClockDriftMs(tx),
        lookAtFile(leakedPasswordsFile),
      ]);
      return {
        is_production: seen.isProduction,
        version,
        change_notes: changeNotes,
        lights: judge(sight),
        processes: sight.processes.map(toProcessView),
        database: { version: serverVersion, sizes: await sizes(tx) },
        lanes,
        backups: { ...backups, is_possible: dependencies.backup !== null, archive: toArchiveView(readArchive()) },
        lessons,
        logs_more_until: until?.toISOString() ?? null,
        duties: judgeDuties({
          ...seen,
          hasHttps: publicUrl?.protocol === 'https:',
          leakedPasswords,
          hasStaffWithoutFactor: hasBareStaff,
          hasPackagedDatabase: hasEmbeddedDatabase && isPackagedVersion(serverVersion),
          driftMs,
        }),
      };
    }),
    implement(systemLogMore, async ({ tx, actor, input, requestId }) => {
      const until = (await setLogsMore(tx, input.on ? LOG_MORE_MINUTES : null))?.toISOString() ?? null;
      await audit(tx, actor, { action: systemLogMore.name, subjectType: 'system', subjectId: null, after: { on: input.on }, requestId });
      return { logs_more_until: until };
    }),
    implementBackUp(dependencies),
    implementTestMail(dependencies),
  ];
  const checkServices = async (): Promise<void> => {
    await check('files', () => storage.check());
    if (mail) await check('mail', () => mail.mailer.check());
  };
  return {
    personalData,
    implementations,
    jobs: [backupJob(dependencies), scheduledJob('system.check', CHECK_EVERY_MINUTES, checkServices, 'outside')],
    parts: { listSystemWarnings: async (on) => listWarnings(judge(await readSeen(on))) },
  };
}

const toArchiveView = (state: ArchiveState | null): SystemView['backups']['archive'] => state && { stored_at: state.shippedAt, copied_at: state.baseAt };

async function lookAtFile(path: string | null): Promise<Facts['leakedPasswords']> {
  if (path === null) return 'missing';
  return access(path, constants.R_OK).then(
    () => 'readable',
    () => 'unreadable',
  );
}
