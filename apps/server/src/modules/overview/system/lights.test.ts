import { type LightId, LIGHTS, SAYINGS } from '@classwright/contract';
import { expect, test } from 'vitest';
import type { ProcessFigures, ProcessRow } from '../../../platform/processes/index.ts';
import { judgeLights, listWarnings, type Sight } from './lights.ts';
import { groupOfTable } from './table-groups.ts';
import { findMailRefusal } from './test-mail.ts';

const FIGURES: ProcessFigures = {
  memory_bytes: 1e8,
  loop_delay_ms: 3,
  free_bytes: 5e10,
  open_files: 60,
  max_files: 20_000,
  drift_ms: 20,
  is_broker_lost: null,
  replica_trouble: null,
};
const at = (figures: Partial<ProcessFigures> | null, role: ProcessRow['role'] = 'all'): ProcessRow => ({
  id: 1,
  role,
  version: '1',
  age_seconds: 9,
  figures: figures && { ...FIGURES, ...figures },
});
const GOOD: Sight = {
  isProduction: true,
  hasMail: true,
  archive: 'good',
  processes: [at({})],
  failed_jobs: 0,
  oldest_due_seconds: 3,
  backup_seconds: 3600,
  is_backup_failed: false,
  installed_seconds: 1e7,
  is_mail_well: true,
  are_files_well: true,
};
const sayingOf = (id: LightId, sight: Partial<Sight>) => judgeLights({ ...GOOD, ...sight }).find((light) => light.id === id)?.saying;

/** Each saying with a sight that it belongs to. */
const CASES: [LightId, Partial<Sight>, string][] = [
  ['jobs', {}, 'jobsGood'],
  ['jobs', { processes: [at({}, 'web')] }, 'jobsNobody'],
  ['jobs', { oldest_due_seconds: 601, failed_jobs: 1 }, 'jobsWaiting'],
  ['jobs', { failed_jobs: 1 }, 'jobsFailed'],
  ['backup', {}, 'backupGood'],
  ['backup', { backup_seconds: 49 * 3600 }, 'backupOld'],
  ['backup', { backup_seconds: null }, 'backupNever'],
  ['backup', { backup_seconds: null, installed_seconds: 3600 }, 'backupNone'],
  ['backup', { backup_seconds: 49 * 3600, isProduction: false }, 'backupNone'],
  ['backup', { is_backup_failed: true }, 'backupFailed'],
  ['archive', {}, 'archiveGood'],
  ['archive', { archive: 'off' }, 'archiveOff'],
  ['archive', { archive: 'first' }, 'archiveFirst'],
  ['archive', { archive: 'behind' }, 'archiveBehind'],
  ['archive', { archive: 'gap' }, 'archiveGap'],
  ['archive', { archive: 'stopped' }, 'archiveStopped'],
  ['space', {}, 'spaceGood'],
  ['space', { processes: [at(null)] }, 'spaceGood'],
  ['space', { processes: [at({}), at({ free_bytes: 9e8 })] }, 'spaceLittle'],
  ['space', { processes: [at({ free_bytes: 1e8 })] }, 'spaceNone'],
  ['descriptors', {}, 'descriptorsGood'],
  ['descriptors', { processes: [at({ open_files: null })] }, 'descriptorsGood'],
  ['descriptors', { processes: [at({ open_files: 17_000 })] }, 'descriptorsMany'],
  ['clock', {}, 'clockGood'],
  ['clock', { processes: [at({}), at({ drift_ms: -40_000 })] }, 'clockOff'],
  ['mail', {}, 'mailGood'],
  ['mail', { hasMail: false, is_mail_well: false }, 'mailOff'],
  ['mail', { is_mail_well: null }, 'mailUnseen'],
  ['mail', { is_mail_well: false }, 'mailFails'],
  ['files', {}, 'filesGood'],
  ['files', { are_files_well: null }, 'filesUnseen'],
  ['files', { are_files_well: false }, 'filesFail'],
  ['broker', {}, 'brokerOff'],
  ['broker', { processes: [at({ is_broker_lost: false })] }, 'brokerGood'],
  ['broker', { processes: [at({ is_broker_lost: false }), at({ is_broker_lost: true })] }, 'brokerLost'],
  ['replica', {}, 'replicaOff'],
  ['replica', { processes: [at({}), at({ replica_trouble: 'none' })] }, 'replicaGood'],
  ['replica', { processes: [at({ replica_trouble: 'none' }), at({ replica_trouble: 'behind' })] }, 'replicaBehind'],
  ['replica', { processes: [at({ replica_trouble: 'behind' }), at({ replica_trouble: 'silent' })] }, 'replicaAway'],
  ['replica', { processes: [at({ replica_trouble: 'away' })] }, 'replicaAway'],
  ['replica', { processes: [at({ replica_trouble: 'stranger' }), at({ replica_trouble: 'away' })] }, 'replicaWrong'],
  ['replica', { processes: [at({ replica_trouble: 'promoted' })] }, 'replicaWrong'],
];

test.each(CASES)('[B2881] the light %s with %o is %s', (id, sight, saying) => {
  expect(sayingOf(id, sight)).toBe(saying);
});

test('[B2881] every saying belongs to a sight, and every light has one', () => {
  expect(new Set(CASES.map(([, , saying]) => saying))).toEqual(new Set(SAYINGS));
  expect(judgeLights(GOOD).map(({ id }) => id)).toEqual([...LIGHTS]);
});

test('[B2881] what somebody must look at begins with the problems', () => {
  const lights = judgeLights({ ...GOOD, failed_jobs: 1, is_mail_well: false });
  expect(listWarnings(lights).map(({ saying }) => saying)).toEqual(['mailFails', 'jobsFailed']);
  expect(listWarnings(judgeLights(GOOD))).toEqual([]);
});

test('[B2870] tables are counted in the group of what they hold', () => {
  const groups = ['live_posts', 'submissions', 'grade_acts', 'file_uploads', 'audit_entries', 'record_readings', 'accounts', 'room_events'].map(groupOfTable);
  expect(groups).toEqual(['lessons', 'classwork', 'classwork', 'files', 'trails', 'trails', 'rest', 'lessons']);
});

test('[B2873] a mail server’s refusal is known by the code of the mail library', () => {
  const codes = ['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'ETIMEDOUT', 'EWHATEVER'];
  expect(codes.map((code) => findMailRefusal(Object.assign(new Error(), { code })))).toEqual([
    'unreachable',
    'signIn',
    'encryption',
    'address',
    'late',
    'unknown',
  ]);
});
