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
import type { Db } from '../../../platform/database/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
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
import { deleteOldRuns } from './runs/queries.ts';
import { unitJob } from './runs/unit.ts';
import { scheduleJob } from './schedule.ts';

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
