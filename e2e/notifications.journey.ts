import { createHmac } from 'node:crypto';
import { en } from '@classwright/contract';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { startLesson } from './join/steps.ts';

journey('what somebody is told stands in the bell on every device, and what is read on one is read on the other', async ({ bring, server, query }) => {
  const [{ id }] = (await query(`SELECT id FROM accounts WHERE email = 'student1@demo.school'`)) as [{ id: number }];
  const phone = await bring({ name: 'phone', viewport: 'smallPhone' });
  await phone.signIn('student1@demo.school');
  await phone.expectAccessible('home');
  await phone.page.getByRole('button', { name: en['bell.title'] }).click();
  await phone.page.getByRole('dialog').waitFor();
  await phone.expectAccessible('bell');
  await phone.page.keyboard.press('Escape');

  const laptop = await bring({ name: 'laptop', viewport: 'desktop' });
  await laptop.signIn('teacher@demo.school');
  await laptop.expectAccessible('home');
  await query(
    `INSERT INTO notifications (account_id, kind, key, params, path) SELECT account_id, kind, kind || n, jsonb_build_object('title', title), '/profile'
       FROM (VALUES ('announcement', 'The trip to the power station is on Friday: bring a packed lunch and something to write with', 1), ('work-returned', 'Resistance of a wire', 2), ('invitation', 'Physics 9B', 3)) told (kind, title, n),
            (SELECT id AS account_id FROM accounts WHERE email IN ('teacher@demo.school') OR id = ${id}) people`,
  );
  await laptop.page.reload();
  await laptop.page.getByRole('button', { name: '3 unread' }).click();
  await laptop.page.getByText('Resistance of a wire').waitFor();
  await laptop.expectAccessible('bell');
  await laptop.page.getByRole('button', { name: en['bell.markAll'] }).click();
  await laptop.page.getByRole('button', { name: en['bell.title'], exact: true }).waitFor();
  await phone.page.reload();
  await phone.page.getByRole('button', { name: /unread/ }).click();
  await phone.page.getByText('Resistance of a wire').waitFor();
  await phone.expectAccessible('bell with lines');
  await phone.page.getByRole('link', { name: /The trip/ }).click();
  await phone.page.getByRole('heading', { name: en['profile.title'], level: 1 }).waitFor();
  // No mail server is set up, so the profile shows nothing about mail.
  expect(await phone.page.getByRole('heading', { name: en['notificationMail.title'] }).count()).toBe(0);

  // The link in an email changes nothing when opened. One press stops such emails, another restarts them.
  const sent = async () => {
    const [row] = await query(`SELECT mail FROM notification_preferences WHERE account_id = ${id} AND kind = 'announcement'`);
    return (row as { mail: string } | undefined)?.mail;
  };
  const [{ secret }] = (await query(`SELECT link_secret AS secret FROM installation`)) as [{ secret: string }];
  const claim = `${id}.99999.announcement_daily`;
  const code = `${claim}.${createHmac('sha256', secret).update(`mails ${claim}`).digest('base64url')}`;
  const reader = await bring({ name: 'reader of a mail', viewport: 'smallPhone' });
  await reader.visit(`/end-mails?code=${code}`);
  await reader.page.getByRole('button', { name: en['mailChoice.end'], exact: true }).waitFor();
  await reader.expectAccessible('link of a mail');
  expect(await sent()).toBeUndefined();
  await reader.page.getByRole('button', { name: en['mailChoice.end'], exact: true }).press('Enter');
  await reader.page.getByText(en['mailChoice.ended'], { exact: true }).waitFor();
  await reader.expectAccessible('mails ended');
  expect(await sent()).toBe('never');
  await reader.page.getByRole('button', { name: en['mailChoice.begin'], exact: true }).press('Enter');
  await reader.page.getByRole('button', { name: en['mailChoice.end'], exact: true }).waitFor();
  expect(await sent()).toBe('daily');
  await reader.visit(`/end-mails#code=${code.slice(0, -3)}`);
  await reader.page.getByText(en['error.MAIL_LINK_REFUSED'], { exact: true }).waitFor();
  await reader.expectAccessible('a link that does not count');

  await startLesson(server);
  const admin = await bring({ name: 'admin', viewport: 'desktop' });
  await admin.signIn('admin@demo.school');
  await admin.expectAccessible('home');
  expect(await query(`SELECT count(*)::integer AS count FROM notifications WHERE kind = 'lesson-started'`)).not.toEqual([{ count: 0 }]);
});
