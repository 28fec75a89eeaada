import type { BackupRunView, SystemView } from '@classwright/contract/overview/system/calls';
import { en } from '@classwright/contract/messages/en';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { SystemScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const RUN: BackupRunView = {
  kind: 'backup',
  state: 'done',
  begun_at: '2026-01-31T03:00:00.000Z',
  ended_at: '2026-01-31T03:02:00.000Z',
  taken_at: '2026-01-31T03:01:00.000Z',
  bytes: 3_500_000,
  percent: 100,
  problem: null,
};
const SYSTEM: SystemView = {
  is_production: true,
  version: '1.2.3',
  change_notes: 'Seats are remembered.',
  lights: [
    { id: 'clock', state: 'good', saying: 'clockGood' },
    { id: 'mail', state: 'problem', saying: 'mailFails' },
    { id: 'broker', state: 'off', saying: 'brokerOff' },
    { id: 'jobs', state: 'attention', saying: 'jobsFailed' },
  ],
  processes: [
    { id: 1, role: 'web', version: '1.2.3', age_seconds: 7300, memory_bytes: 209_715_200, loop_delay_ms: 4 },
    { id: 2, role: 'jobs', version: '1.2.3', age_seconds: 3, memory_bytes: null, loop_delay_ms: null },
  ],
  database: {
    version: '18.1',
    sizes: [
      { group: 'lessons', bytes: 2_097_152 },
      { group: 'rest', bytes: 1_048_576 },
    ],
  },
  lanes: [
    { lane: 'quick', due: 0, oldest_seconds: 0, running: 0, failed: 0 },
    { lane: 'outside', due: 2, oldest_seconds: 900, running: 1, failed: 3 },
  ],
  backups: { is_possible: true, running: null, last: [RUN], failed: null, archive: null },
  lessons: { running: 1, joined_last_hour: 31 },
  logs_more_until: null,
  duties: [
    { id: 'https', state: 'done', remedies: [] },
    { id: 'proxy', state: 'own', remedies: [] },
    { id: 'connections', state: 'todo', remedies: ['database', 'bucket'] },
  ],
};
const ALL = ['system:view', 'system:edit', 'failed-jobs:view'];
const open = (reply: Reply | (() => Reply), more: Parameters<typeof scriptFetch>[0] = {}, rights = ALL) => {
  scriptFetch({ 'GET /system': reply, ...more });
  openScreen(SystemScreen, { address: '/system', rights, width: 1280 });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const region = (name: string) => screen.findByRole('region', { name });

test('[B2808] shows each duty with a light in words, its requirements, and a remedy for what is to do, which comes first', async () => {
  open(success(SYSTEM));
  const list = within(await screen.findByRole('region', { name: en['system.duties'] })).getByRole('list');
  const items = within(list).getAllByRole('listitem');
  const [connections, proxy, https] = items.map((item) => item.textContent ?? '') as [string, string, string];
  expect(items).toHaveLength(3);
  for (const words of [
    en['system.state.todo'],
    en['system.remedy.database'],
    en['system.remedy.bucket'],
    'S3_ENDPOINT',
    'OWASP ASVS V12.3.1, V12.3.3, V12.3.4',
  ])
    expect(connections).toContain(words);
  for (const words of [en['system.state.own'], en['system.unseen'], en['system.duty.proxy.do']]) expect(proxy).toContain(words);
  for (const words of [en['system.state.done'], en['system.duty.https.seen']]) expect(https).toContain(words);
  // [B3048] a duty that no setting fulfills has no line of settings
  expect([connections, proxy].map((words) => words.includes('Settings: '))).toEqual([true, false]);
  expect(screen.queryByText(en['system.trial'])).toBeNull();
  expect(screen.getByText(en['system.docs'])).toBeDefined();
});

test('[B2808] says of a trial that the duties matter in production', async () => {
  open(success({ ...SYSTEM, is_production: false }));
  expect(await screen.findByText(en['system.trial'])).toBeDefined();
});

test('[B2808] says that it could not be loaded, and loads again', async () => {
  let isBroken = true;
  open(() => (isBroken ? failure(500, 'INTERNAL') : success(SYSTEM)));
  const retry = await screen.findByRole('button', { name: en['common.retry'] });
  isBroken = false;
  await userEvent.click(retry);
  expect(await screen.findByText(en['system.duty.https.title'])).toBeDefined();
});

test('[B2882] shows each light in words, problems first, and what to do about those that are not good', async () => {
  open(success(SYSTEM));
  const items = within(await region(en['system.title'])).getAllByRole('listitem');
  const texts = items.map(({ textContent }) => textContent ?? '');
  expect(texts).toEqual([
    [en['system.lightState.problem'], en['light.mailFails'], en['lightRemedy.mailFails']].join(''),
    [en['system.lightState.attention'], en['light.jobsFailed'], en['lightRemedy.jobsFailed']].join(''),
    [en['system.lightState.good'], en['light.clockGood']].join(''),
    [en['system.lightState.off'], en['light.brokerOff']].join(''),
  ]);
});

test('[B2882] shows processes, tasks, sizes, lessons, backups and the version', async () => {
  open(success(SYSTEM));
  const processes = (await region(en['system.processes'])).textContent;
  for (const words of [en['system.role.web'], en['system.role.jobs'], '2 hours', '3 seconds', '200 MB', '4 ms']) expect(processes).toContain(words);
  const lanes = (await region(en['system.lanes'])).textContent;
  for (const words of [en['system.lane.outside'], '15 minutes']) expect(lanes).toContain(words);
  expect(lanes).not.toContain(en['system.lane.quick']);
  expect(screen.getByRole('link', { name: en['system.lanes.failedLink'] }).getAttribute('href')).toContain('/failed-jobs');
  expect((await region(en['system.database'])).textContent).toContain('3 MB');
  expect((await region(en['system.lessons'])).textContent).toContain('31 people joined');
  expect((await region(en['system.backups'])).textContent).toContain('3.3 MB');
  expect(screen.getByText('Seats are remembered.')).toBeDefined();
});

test('[B2882] says that nothing waits and that no backup is known', async () => {
  open(success({ ...SYSTEM, lanes: [], change_notes: null, backups: { ...SYSTEM.backups, last: [] } }));
  expect(await screen.findByText(en['system.lanes.quiet'])).toBeDefined();
  expect(screen.getByText(en['system.backups.none'])).toBeDefined();
  expect(screen.queryByText(en['system.version.notes'])).toBeNull();
});

test('[B2922] shows what the archive has got, and that its first copy is not done', async () => {
  let archive: SystemView['backups']['archive'] = { stored_at: '2026-01-31T09:00:00.000Z', copied_at: '2026-01-30T09:00:00.000Z' };
  open(() => success({ ...SYSTEM, backups: { ...SYSTEM.backups, archive } }));
  expect((await region(en['system.backups'])).textContent).toContain('last whole copy');
  closeScreen();
  archive = { stored_at: null, copied_at: null };
  open(() => success({ ...SYSTEM, backups: { ...SYSTEM.backups, archive } }));
  expect((await region(en['system.backups'])).textContent).toContain(en['system.archive.first']);
});

test('[B2883] a test email says whether the mail server took it, and what to do when not', async () => {
  let refusal: string | null = null;
  open(success(SYSTEM), { 'POST /system/test-mail': () => success({ refusal }) });
  await press(en['system.testMail']);
  expect(await screen.findByText(en['system.testMail.taken'])).toBeDefined();
  refusal = 'signIn';
  await press(en['system.testMail']);
  expect(await screen.findByText(en['system.testMail.signIn'])).toBeDefined();
});

test('[B2883] a test email that cannot be sent says why', async () => {
  open(success(SYSTEM), { 'POST /system/test-mail': failure(409, 'MAIL_NO_ADDRESS') });
  await press(en['system.testMail']);
  expect(await screen.findByText('server says MAIL_NO_ADDRESS')).toBeDefined();
});

test('[B2884] a backup shows that it waits, how far it is, and why it failed; a second press says that one runs', async () => {
  let running: BackupRunView | null = null;
  open(
    () =>
      success({
        ...SYSTEM,
        backups: { ...SYSTEM.backups, running, failed: running ? null : { ...RUN, state: 'failed' as const, problem: 'noRoom' as const } },
      }),
    {
      'POST /system/back-up': () => {
        if (running) return failure(409, 'BACKUP_RUNS');
        running = { ...RUN, state: 'running', percent: 40, ended_at: null };
        return success({ message: 'begun' });
      },
    },
  );
  expect(await screen.findByText(en['system.backup.problem.noRoom'], { exact: false })).toBeDefined();
  await press(en['system.backup.now']);
  expect(await screen.findByText(/40\s?%/)).toBeDefined();
  await press(en['system.backup.now']);
  expect(await screen.findByText('server says BACKUP_RUNS')).toBeDefined();
});

test('[B2885] logging more is switched on and off', async () => {
  let until: string | null = null;
  open(() => success({ ...SYSTEM, logs_more_until: until }), {
    'POST /system/log-more': () => {
      until = until === null ? '2026-01-31T04:00:00.000Z' : null;
      return success({ logs_more_until: until });
    },
  });
  await press(en['system.log.more']);
  await press(en['system.log.less']);
  expect(await screen.findByRole('button', { name: en['system.log.more'] })).toBeDefined();
});

test('[B2885] people who may only look have no buttons', async () => {
  open(success(SYSTEM), {}, ['system:view']);
  await region(en['system.title']);
  expect(screen.queryAllByRole('button')).toEqual([]);
});
