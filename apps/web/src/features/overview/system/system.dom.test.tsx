import type { SystemView } from '@classwright/contract/overview/system/calls';
import { en } from '@classwright/contract/messages/en';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, type Reply, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { SystemScreen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const SYSTEM: SystemView = {
  is_production: true,
  duties: [
    { id: 'https', state: 'done', remedies: [] },
    { id: 'proxy', state: 'own', remedies: [] },
    { id: 'connections', state: 'todo', remedies: ['database', 'bucket'] },
  ],
};
const open = (reply: Reply | (() => Reply)) => {
  scriptFetch({ 'GET /system': reply });
  openScreen(SystemScreen, { address: '/system', rights: ['system:view'], width: 1280 });
};

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
