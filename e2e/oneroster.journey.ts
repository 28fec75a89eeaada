import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';

const patience = { timeout: 30_000 };

journey('[B1079] an administrator lets a program in, which reads the roster; the readings stand there, and its access ends', async ({ bring, server }) => {
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school');
  await admin.visit('/oneroster');
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
