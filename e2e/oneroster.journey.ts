import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { startSmallSource } from '@classwright/server/modules/connections/oneroster/testing/small-source';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };

journey('[B1079] an administrator lets a program in, which reads the roster; the readings stand there, and its access ends', async ({ bring, server }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/oneroster' });
  const { page } = admin;
  await page.getByRole('button', { name: en['apiClients.add'], exact: true }).first().click(patience);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(en['apiClients.name']).fill('Student information system');
  await admin.expectAccessible('letting a program in');
  await dialog.getByRole('button', { name: en['apiClients.create'], exact: true }).click();
  const secret = await page.getByLabel(en['apiClients.secret'], { exact: true }).inputValue(patience);
  const clientId = await page.getByLabel(en['apiClients.clientId'], { exact: true }).inputValue();
  await admin.expectAccessible('the secret, once');
  await page.getByRole('button', { name: en['apiClients.done'], exact: true }).click();

  const token = async () =>
    fetch(`${server.url}/ims/oneroster/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  const { access_token } = (await (await token()).json()) as { access_token: string };
  const read = () => fetch(`${server.url}/ims/oneroster/rostering/v1p2/teachers?limit=1`, { headers: { authorization: `Bearer ${access_token}` } });
  const reply = await read();
  expect(reply.status).toBe(200);
  expect(((await reply.json()) as { users: unknown[] }).users).toHaveLength(1);

  await page.getByRole('link', { name: en['apiClients.readsOf'].replace('{name}', 'Student information system') }).click(patience);
  await page.getByText('/rostering/v1p2/teachers?limit=1').waitFor(patience);
  await admin.expectAccessible('what a program read');
  await page.getByRole('button', { name: en['apiClients.back'], exact: true }).click();

  await page.getByRole('button', { name: en['apiClients.revokeOf'].replace('{name}', 'Student information system') }).click(patience);
  await page.getByRole('dialog').getByRole('button', { name: en['apiClients.revoke'], exact: true }).click();
  await page.getByText(en['apiClients.revoked'].replace('{name}', 'Student information system')).first().waitFor(patience);
  expect([(await read()).status, (await token()).status]).toEqual([401, 401]);

  await page.setViewportSize({ width: 360, height: 740 });
  await admin.visit('/oneroster');
  await page.getByRole('heading', { name: 'Student information system' }).waitFor(patience);
  await admin.expectAccessible('programs on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

journey(
  '[B1200] an administrator adds another system, tests it, reads it and has it done; the second time nothing would change',
  async ({ bring }) => {
    const source = await startSmallSource(3);
    try {
      const admin = await bring({ name: 'administrator' });
      await admin.signIn('admin@demo.school', { to: '/rosters' });
      const { page } = admin;
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      await page.getByText(en['rosterSources.none']).waitFor(patience);
      await admin.expectAccessible('no source yet');
      await button(en['rosterSources.add']).click(patience);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(en['rosterSources.name']).fill('Office system');
      const school = dialog.getByLabel(en['rosterSources.school'], { exact: true });
      if ((await school.count()) > 0) await school.selectOption({ index: 1 });
      await dialog.getByLabel(en['rosterSources.serviceUrl']).fill(`${source.url}/ims/oneroster`);
      await dialog.getByLabel(en['rosterSources.tokenUrl']).fill(`${source.url}/token`);
      await dialog.getByLabel(en['rosterSources.clientId']).fill('school');
      await dialog.getByLabel(en['rosterSources.secret'], { exact: true }).fill('wrong');
      await dialog.getByRole('button', { name: en['rosterSources.test'], exact: true }).click();
      await dialog.getByText(en['rosterSources.trouble.tokenRefused']).waitFor(patience);
      await dialog.getByLabel(en['rosterSources.secret'], { exact: true }).fill(source.secret);
      await dialog.getByRole('button', { name: en['rosterSources.test'], exact: true }).click();
      await dialog.getByText(en['rosterSources.works.one'].replace('{count}', '1')).waitFor(patience);
      await admin.expectAccessible('a source that was tested');
      await dialog.getByRole('button', { name: en['common.save'], exact: true }).click();

      const named = (key: 'rosterSources.readOf' | 'rosterSources.lookOf') => en[key].replace('{name}', 'Office system');
      await button(named('rosterSources.readOf')).click(patience);
      await button(named('rosterSources.lookOf')).click(patience);
      await page.getByText('OneRoster 1.2').first().waitFor(patience);
      await admin.expectAccessible('what a source would change');
      await page.getByRole('checkbox', { name: new RegExp(`^${en['rosters.createAccounts'].slice(0, 13)}`) }).check();
      await button(en['rosters.apply']).click();
      await page.getByText(/^Done: \d+ rows\.$/).waitFor(patience);
      await button(en['rosters.back']).click();
      await button(named('rosterSources.readOf')).click(patience);
      await page.getByText(en['rosterSources.says.nothing']).first().waitFor(patience);

      await page.setViewportSize({ width: 360, height: 740 });
      await page.reload();
      await page.getByRole('heading', { name: 'Office system' }).waitFor(patience);
      await page.getByRole('article', { name: 'Office system' }).scrollIntoViewIfNeeded();
      await admin.expectAccessible('a source on a phone');
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: en['rosterSources.readsOf'].replace('{name}', 'Office system') }).click(patience);
      await page.getByRole('heading', { name: en['rosterSources.readsOf'].replace('{name}', 'Office system') }).waitFor(patience);
      await admin.expectAccessible('earlier readings on a phone');
    } finally {
      await source.close();
    }
  },
  240_000,
  { env: () => ({ ASK_LOOPBACK: 'on' }) },
);
