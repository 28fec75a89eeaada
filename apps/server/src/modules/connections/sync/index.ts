/**
 * Sync: keeps classes, people, work and grades equal here and in Google Classroom.
 *
 * Invariants: a field is merged against the value that both sides last agreed on, and if both changed it a person
 * chooses; things here and there are matched by id and never by name; each page and its position are one transaction,
 * and anything to be created there is stored before the call, so that no repeat creates anything twice; failures are
 * reported with their reason; tokens are encrypted and appear in no address and no log; nothing is deleted here because
 * it cannot be seen there.
 */
import type { Manifest } from '../../../manifest.ts';
import type { ClassroomSettings } from '../../../platform/config.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import { isSuspended } from '../../../platform/suspensions-queries.ts';
import { gradesSaved } from '../../class/submissions/index.ts';
import { type GoogleSetting, OpenIdProvider } from '../../people/accounts/index.ts';
import { implementGradeOffer } from './classroom/grade-offer.ts';
import { implementLinks } from './classroom/link-calls.ts';
import { makeClassJob } from './classroom/make-class.ts';
import { implementConflicts } from './conflicts/solve.ts';
import { implementConnecting } from './connections/connect.ts';
import { implementStatus } from './connections/status.ts';
import type { Classroom, SyncDependencies } from './dependencies.ts';
import { createGoogleClient } from './google/client.ts';
import { createQuota } from './google/quota.ts';
import { deleteOldBuckets } from './google/quota-queries.ts';
import { implementSyncPeople } from './people/calls.ts';
import { implementRuns } from './runs/calls.ts';
import { createPubSub } from './push/pubsub.ts';
import { pullJob } from './push/pull.ts';
import { registrationsJob } from './push/renew-registrations.ts';
import { pendingChangesJob, sendReturnedGrades } from './runs/send-pending.ts';
import { planJob } from './runs/plan.ts';
import { deleteOldRuns, endUnanswered, insertRun } from './runs/queries.ts';
import { unitJob } from './runs/unit.ts';
import { packMessage } from '@classwright/contract';
import { type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { listSources } from '../../class/sources/index.ts';
import { makesClasses, scheduleOf } from './connections/schedule-of.ts';
import { isUsable } from './connections/scopes.ts';
import { listConnections } from './connections/queries.ts';
import { enqueuePlan } from './runs/enqueue-plan.ts';
import { isNightOf } from './schedule-queries.ts';
import { personalData } from './personal-data.ts';

type Telling = SyncDependencies['telling'];

export interface SyncOptions extends Omit<SyncDependencies, 'classroom' | 'db' | 'hasDrivePicker' | 'telling'>, Telling {
  backgroundDb: Db;
  /** Google's settings; null if nobody can be asked for consent. */
  google: GoogleSetting | null;
  /** The settings; null without Google Classroom. */
  classroomSettings: ClassroomSettings | null;
  driveSettings: object | null;
  sealer: Sealer;
}

export function syncModule(options: SyncOptions): Manifest {
  const { backgroundDb: db, log, t, jobs, publicUrl, google, classroomSettings, driveSettings, sealer, notifier, room, realtime } = options;
  const classroom = google && classroomSettings ? createClassroom({ db, google, settings: classroomSettings, sealer }) : null;
  const telling: Telling = { notifier, room, realtime };
  const deps: SyncDependencies = { db, log, t, jobs, publicUrl, classroom, hasDrivePicker: driveSettings !== null, telling };
  const pulling = classroom?.push ? pullJob(deps, classroom.push) : null;
  return {
    eventWords: ['sync'],
    notSetUp: classroom ? [] : ['classroom-sync'],
    listens: [gradesSaved.listen(sendReturnedGrades(deps))],
    stops: pulling ? [pulling.stop] : [],
    personalData,
    implementations: [
      ...implementConnecting(deps),
      ...implementStatus(deps),
      ...implementRuns(deps),
      ...implementConflicts(deps),
      ...implementSyncPeople(deps),
      ...implementLinks(deps),
      ...implementGradeOffer(deps),
    ],
    jobs: [
      ...[planJob(deps), unitJob(deps), makeClassJob(deps), scheduleJob(deps), pendingChangesJob(deps)],
      ...(classroom?.push && pulling ? [registrationsJob(deps, classroom, classroom.push), pulling.job] : []),
    ],
    housekeeping: [
      {
        name: 'old syncs',
        everyMinutes: 60,
        async run() {
          await deleteOldBuckets(db);
          await deleteOldRuns(db);
        },
      },
    ],
  };
}

function createClassroom({
  db,
  google,
  settings,
  sealer,
}: Pick<SyncOptions, 'sealer'> & { db: Db; google: GoogleSetting; settings: ClassroomSettings }): Classroom {
  const provider = new OpenIdProvider(google);
  const client = createGoogleClient({ db, settings, provider, sealer, quota: createQuota({ db, quota: settings.quota }) });
  const push = settings.push ? { topic: settings.push.topic, subscription: settings.push.subscription, pubsub: createPubSub(db, settings.push) } : null;
  return { client, provider, sealer, issuer: google.issuer.href.replace(/\/$/, ''), push };
}

/** Starts the runs of schools with automatic sync: hourly, or between three and four at night at the school. */
function scheduleJob(deps: SyncDependencies): JobKind<never> {
  const { db, log } = deps;
  return scheduledJob('sync.schedule', 60, async () => {
    for (const source of await listSources(db, 'google_classroom', null)) {
      const schedule = scheduleOf(source);
      if (schedule === 'off' || (schedule === 'nightly' && !(await isNightOf(db, source.school_id)))) continue;
      if (await isSuspended(db, source.school_id)) continue; // nothing begins for a suspended school
      if (!(await listConnections(db, source.id, null)).some(isUsable)) continue;
      await inTransaction(db, async (tx) => {
        await endUnanswered(tx, source.id, packMessage('sync.reason.notAnswered'));
        const { id, isNew } = await insertRun(tx, {
          sourceId: source.id,
          scope: 'classes',
          mode: 'scheduled',
          courseId: null,
          accountId: null,
          begunBy: null,
          requestId: null,
          makesClasses: makesClasses(source),
        });
        if (isNew) await enqueuePlan(tx, deps, id);
      }).catch((error: unknown) => log.warn({ err: error, source: source.id }, 'a school’s sync did not begin'));
    }
  }) as JobKind<never>;
}
