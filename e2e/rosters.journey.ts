import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { lines, zipOf } from './roster-files.ts';

const patience = { timeout: 60_000 };

/** One class of the demo's teacher, with a student of the demo, a new one, and one with an error in the row. */
const roster = (school: string): Buffer =>
  zipOf({
    'manifest.csv': lines('propertyName,value', 'oneroster.version,1.1', 'file.orgs,bulk', 'file.classes,bulk', 'file.users,bulk', 'file.enrollments,bulk'),
    'orgs.csv': lines('sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId', `o1,,,"${school}",school,,`),
    'classes.csv': lines(
      'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
      'c1,,,Waves by roster,,,W-1,scheduled,Room 9,o1,,Physics,,',
      'c2,,,Nobody teaches this,,,N-1,scheduled,,o1,,,,',
    ),
    'users.csv': lines(
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
      'u1,,,true,o1,teacher,teacher,,Teacher,Demo,,,teacher@demo.school,,,,,secret',
      'u2,,,true,o1,student,student1,,Student,One,,,student1@demo.school,,,,,',
      'u3,,,true,o1,student,noor,,نور,الدين,,,noor@roster.example,,,,,',
      'u4,,,true,o1,student,wrong,,Wrong,Address,,,not-an-address,,,,,',
    ),
    'enrollments.csv': lines(
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
      ...['e1,,,c1,o1,u1,teacher,true,,', 'e2,,,c1,o1,u2,student,,,', 'e3,,,c1,o1,u3,student,,,', 'e4,,,c2,o1,u3,student,,,'],
    ),
  });

journey('[B1035] from a roster file to the first lesson: previewed, done in part, taught, joined, and looked at on a phone', async ({ bring, query }) => {
  const [{ school_name: school }] = (await query(
    `SELECT school_name FROM schools JOIN accounts ON accounts.school_id = schools.id WHERE email = 'teacher@demo.school'`,
  )) as [{ school_name: string }];
  const admin = await bring({ name: 'administrator' });
  await admin.signIn('admin@demo.school', { to: '/rosters' });
  const { page } = admin;
  await page.getByText(en['rosters.historyEmpty'], { exact: true }).waitFor(patience);
  await admin.expectAccessible('rosters before the first');

  await page.locator('input[type="file"]').setInputFiles({ name: 'roster.zip', mimeType: 'application/zip', buffer: roster(school) });
  // A job reads it, regardless of where its sender is in the meantime.
  await page.waitForURL(/roster=\d+/, patience);
  await page.reload();
  await page.getByRole('heading', { name: en['rosters.counts'] }).waitFor(patience);
  await page.getByText('Passwords in users.csv were not read and are not stored.').waitFor(patience);
  await admin.expectAccessible('a roster before it is done');

  await page.getByRole('button', { name: 'Show rows: People, Error (1)' }).click();
  await page.getByRole('row').filter({ hasText: 'not-an-address' }).waitFor(patience);
  await page.getByRole('button', { name: en['rosters.apply'], exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'some rows have errors (1)' }).waitFor(patience);
  await page.getByRole('checkbox', { name: new RegExp(`^${en['rosters.partial']}`) }).check();
  await page.getByRole('button', { name: en['rosters.apply'], exact: true }).click();
  await page.getByText(/^Done: \d+ rows\.$/).waitFor(patience);
  await admin.expectAccessible('a roster that is done');

  const teacher = await bring({ name: 'teacher' });
  await teacher.signIn('teacher@demo.school', { to: '/classes' });
  await teacher.page.getByText('Waves by roster').first().waitFor(patience);
  const student = await bring({ name: 'student' });
  await student.signIn('student1@demo.school', { to: '/std-classes' });
  await student.page.getByText('Waves by roster').first().waitFor(patience);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await page.getByRole('heading', { name: en['rosters.counts'] }).waitFor(patience);
  await admin.expectAccessible('a roster on a phone');
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), patience).toBeLessThanOrEqual(0);

  await page.getByRole('button', { name: en['rosters.undoAct'], exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: en['rosters.undoAct'], exact: true }).click();
  await page.getByText(en['rosters.undo.all'], { exact: true }).first().waitFor(patience);
  await expect.poll(async () => (await query(`SELECT 1 FROM courses WHERE name = 'Waves by roster'`)).length, patience).toBe(0);
});
