import { type LightId, type LightView, type Saying, SAYING_STATES } from '@classwright/contract';
import type { ArchiveSaying } from '../../../archive/index.ts';
import { FRESH_BACKUP_SECONDS } from '../../../backup/index.ts';
import { MUCH_DRIFT_MS } from '../../../platform/clock.ts';
import { LITTLE_SPACE_BYTES } from '../../../platform/disk-space.ts';
import { doesJobs, type ProcessRow } from '../../../platform/processes/index.ts';
import type { Seen } from './queries.ts';

/** Everything that the lights are judged by. */
export interface Sight extends Seen {
  isProduction: boolean;
  hasMail: boolean;
  archive: ArchiveSaying;
}

/** Work that is due for longer waits too long. */
const LONG_WAIT_SECONDS = 600;
/** With less free space, saving may fail at any moment. */
const NO_SPACE_BYTES = 200 * 1024 ** 2;
/** The share of its file descriptors with which a process soon has none left. */
const MANY_DESCRIPTORS = 0.8;

function judgeJobs({ processes, oldest_due_seconds, failed_jobs }: Sight): Saying {
  if (!processes.some(({ role }) => doesJobs(role))) return 'jobsNobody';
  if (oldest_due_seconds > LONG_WAIT_SECONDS) return 'jobsWaiting';
  return failed_jobs > 0 ? 'jobsFailed' : 'jobsGood';
}

function judgeBackup({ isProduction, backup_seconds, installed_seconds, is_backup_failed }: Sight): Saying {
  if (is_backup_failed) return 'backupFailed';
  if (backup_seconds !== null && backup_seconds <= FRESH_BACKUP_SECONDS) return 'backupGood';
  if (!isProduction || installed_seconds <= FRESH_BACKUP_SECONDS) return 'backupNone';
  return backup_seconds === null ? 'backupNever' : 'backupOld';
}

/** Returns the known figures of one kind, of all processes. */
const figuresOf = (processes: readonly ProcessRow[], name: 'free_bytes' | 'drift_ms'): number[] =>
  processes.flatMap(({ figures }) => (figures?.[name] == null ? [] : [figures[name]]));

function judgeSpace({ processes }: Sight): Saying {
  const least = Math.min(...figuresOf(processes, 'free_bytes'));
  if (least < NO_SPACE_BYTES) return 'spaceNone';
  return least < LITTLE_SPACE_BYTES ? 'spaceLittle' : 'spaceGood';
}

const hasManyDescriptors = ({ figures }: ProcessRow): boolean =>
  figures !== null && figures.open_files !== null && figures.open_files > figures.max_files * MANY_DESCRIPTORS;

function judgeBroker({ processes }: Sight): Saying {
  const lines = processes.flatMap(({ figures }) => (figures?.is_broker_lost == null ? [] : [figures.is_broker_lost]));
  if (lines.length === 0) return 'brokerOff';
  return lines.includes(true) ? 'brokerLost' : 'brokerGood';
}

function judgeReplica({ processes }: Sight): Saying {
  const troubles = processes.flatMap(({ figures }) => (figures?.replica_trouble == null ? [] : [figures.replica_trouble]));
  if (troubles.length === 0) return 'replicaOff';
  if (troubles.some((trouble) => trouble === 'stranger' || trouble === 'promoted')) return 'replicaWrong';
  if (troubles.some((trouble) => trouble === 'away' || trouble === 'silent')) return 'replicaAway';
  return troubles.includes('behind') ? 'replicaBehind' : 'replicaGood';
}

const ARCHIVE_SAYINGS = {
  off: 'archiveOff',
  good: 'archiveGood',
  first: 'archiveFirst',
  behind: 'archiveBehind',
  gap: 'archiveGap',
  stopped: 'archiveStopped',
} as const satisfies Record<ArchiveSaying, Saying>;

const JUDGES: Readonly<Record<LightId, (sight: Sight) => Saying>> = {
  jobs: judgeJobs,
  backup: judgeBackup,
  archive: ({ archive }) => ARCHIVE_SAYINGS[archive],
  space: judgeSpace,
  descriptors: ({ processes }) => (processes.some(hasManyDescriptors) ? 'descriptorsMany' : 'descriptorsGood'),
  clock: ({ processes }) => (figuresOf(processes, 'drift_ms').some((ms) => Math.abs(ms) >= MUCH_DRIFT_MS) ? 'clockOff' : 'clockGood'),
  mail: ({ hasMail, is_mail_well }) => (!hasMail ? 'mailOff' : is_mail_well === null ? 'mailUnseen' : is_mail_well ? 'mailGood' : 'mailFails'),
  files: ({ are_files_well }) => (are_files_well === null ? 'filesUnseen' : are_files_well ? 'filesGood' : 'filesFail'),
  broker: judgeBroker,
  replica: judgeReplica,
};

/** Returns every light, in the order of the contract. */
export function judgeLights(sight: Sight): LightView[] {
  return (Object.keys(JUDGES) as LightId[]).map((id) => {
    const saying = JUDGES[id](sight);
    return { id, state: SAYING_STATES[saying], saying };
  });
}

const URGENCY = ['problem', 'attention'];

/** Returns the lights that somebody must look at, the problems first. */
export const listWarnings = (lights: readonly LightView[]): LightView[] => URGENCY.flatMap((state) => lights.filter((light) => light.state === state));
