import { crc32 } from 'node:zlib';
import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { lookAtBoth } from './look-at-both.ts';

const patience = { timeout: 30_000 };

/** A zip archive of texts, stored as they are. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(bytes.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(crc32(bytes), 16);
    entry.writeUInt32LE(bytes.length, 20);
    entry.writeUInt32LE(bytes.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, Buffer.from(name), bytes);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

const lines = (...rows: string[]): string => `${rows.join('\r\n')}\r\n`;

/** One class of the demo's teacher, with a student of the demo, one who is new, and one whose row is wrong. */
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
  // a job reads it, wherever whoever sent it is meanwhile
  await page.waitForURL(/roster=\d+/, patience);
  await page.reload();
  await page.getByRole('heading', { name: en['rosters.counts'] }).waitFor(patience);
  await page.getByText('Passwords in users.csv were not read. They are kept nowhere.').waitFor(patience);
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

/** As long as a name may be, of one word that nothing breaks, and of scripts that run the other way or without spaces. */
const LONG = {
  class: `${'Thermodynamik'.repeat(12)} und Wärme`.slice(0, 160),
  chinese: '物理与化学实验班'.repeat(12),
  arabic: 'مختبر الفيزياء التجريبية للصف العاشر '.repeat(4).trim(),
  given: 'عبدالرحمن'.repeat(8),
  family: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
};

/** Two classes that are here already, one of them under another teacher, and two that are new; people of any length. */
const meetingRoster = (school: string): Buffer =>
  zipOf({
    'manifest.csv': lines('propertyName,value', 'oneroster.version,1.1', 'file.orgs,bulk', 'file.classes,bulk', 'file.users,bulk', 'file.enrollments,bulk'),
    'orgs.csv': lines('sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId', `o1,,,"${school}",school,,`),
    'classes.csv': lines(
      'sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType,location,schoolSourcedId,termSourcedIds,subjects,subjectCodes,periods',
      'm1,,,Science 10B,,,,scheduled,,o1,,,,',
      'm2,,,Mathematics 5C,,,,scheduled,,o1,,,,',
      `m3,,,${LONG.class},,,,scheduled,,o1,,,,`,
      `m4,,,${LONG.chinese},,,,scheduled,,o1,,,,`,
      `m5,,,${LONG.arabic},,,,scheduled,,o1,,,,`,
    ),
    'users.csv': lines(
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password',
      'u1,,,true,o1,teacher,teacher,,Teacher,Demo,,,teacher@demo.school,,,,,',
      'u2,,,true,o1,student,student1,,Student,One,,,student1@demo.school,,,,,',
      `u3,,,true,o1,student,long,,${LONG.given},${LONG.family},,,long@roster.example,,,,,`,
      'u4,,,true,o1,student,li,,伟,李,,,li@roster.example,,,,,',
    ),
    'enrollments.csv': lines(
      'sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary,beginDate,endDate',
      ...['m1', 'm2', 'm3', 'm4', 'm5'].flatMap((id) => [
        `${id}t,,,${id},o1,u1,teacher,true,,`,
        `${id}s,,,${id},o1,u2,student,,,`,
        `${id}n,,,${id},o1,u3,student,,,`,
      ]),
      'm1l,,,m1,o1,u4,student,,,',
    ),
  });

/** Presses a button by the keyboard. */
async function press({ page }: Person, name: string | RegExp): Promise<void> {
  const one = page.getByRole('button', { name, exact: true }).first();
  await one.waitFor(patience);
  await one.focus();
  await page.keyboard.press('Enter');
}

journey(
  '[B1942] classes of a roster meet those that are here, by keys: proposed, chosen, done, and who keeps the list changed, with names of any length and script',
  async ({ bring, query }) => {
    const [{ school_name: school, id: classId }] = (await query(
      `SELECT schools.school_name, courses.id FROM courses JOIN schools ON schools.id = courses.school_id WHERE courses.name = 'Science 10B'`,
    )) as [{ school_name: string; id: number }];
    const admin = await bring({ name: 'administrator' });
    const { page } = admin;
    await admin.signIn('admin@demo.school', { to: '/rosters' });
    await page.locator('input[type="file"]').setInputFiles({ name: 'roster.zip', mimeType: 'application/zip', buffer: meetingRoster(school) });
    await page.getByRole('heading', { name: en['rosters.meetings'] }).waitFor(patience);
    await page.getByText(en['rosters.meet.perhapsChip'], { exact: true }).first().waitFor(patience);
    await admin.settle();
    await lookAtBoth(admin, 'classes that may be here');

    await page
      .getByText(/^\d+ come, \d+ go, \d+ stay$/)
      .first()
      .focus();
    await press(admin, 'Science 10B is this class here');
    await page.getByText('One is yours', { exact: true }).waitFor(patience);
    await press(admin, 'Choose the class here that Mathematics 5C is');
    const dialog = page.getByRole('dialog', { name: 'Which class here is Mathematics 5C?' });
    await dialog.getByLabel(en['rosters.meet.pickField']).first().waitFor(patience);
    await lookAtBoth(admin, 'which class here it is');
    await press(admin, en['common.cancel']);
    await dialog.waitFor({ ...patience, state: 'detached' });
    await press(admin, en['rosters.meet.allNew']);
    await page.getByRole('button', { name: 'Decide again about Science 10B' }).waitFor(patience);
    await admin.settle();
    await lookAtBoth(admin, 'classes decided');

    // the roster keeps the list of a class that it has met
    const goes = page.getByRole('checkbox', { name: new RegExp(`^${en['rosters.confirmEnds']}`) });
    await goes.focus();
    await page.keyboard.press('Space');
    await press(admin, en['rosters.apply']);
    await page.getByText(/^Done: \d+ rows\.$/).waitFor(patience);
    await admin.settle();
    await lookAtBoth(admin, 'a roster of long names done');

    await admin.visit(`/class-people/${classId}`);
    await page.getByRole('heading', { name: `${en['peopleSource.title']}: ${en['peopleSource.kind.roster_file']}` }).waitFor(patience);
    await admin.settle();
    await lookAtBoth(admin, 'who keeps the list');
    await press(admin, en['peopleSource.change']);
    await page.getByText(en['peopleSource.keeps']).waitFor(patience);
    await lookAtBoth(admin, 'another keeps the list');
    await press(admin, en['peopleSource.submit']);
    await page.getByRole('heading', { name: `${en['peopleSource.title']}: ${en['peopleSource.kind.by_hand']}` }).waitFor(patience);
    await admin.settle();
    await lookAtBoth(admin, 'a list kept by hand again');
    await press(admin, en['peopleSource.undo']);
    await page.getByText(en['peopleSource.undoHint']).waitFor(patience);
    await lookAtBoth(admin, 'taken back?');
    await page.keyboard.press('Escape');

    // the long names where people read them
    await admin.visit('/classes');
    await page.getByText(LONG.chinese).first().waitFor(patience);
    await lookAtBoth(admin, 'classes of long names');
    await admin.visit('/accounts?search_text=long%40roster');
    await page.getByText('long@roster.example').first().waitFor(patience);
    await lookAtBoth(admin, 'an account of a long name');
    const longs = (await query(`SELECT id FROM courses WHERE name IN ('${LONG.class}', '${LONG.arabic}') ORDER BY id`)) as { id: number }[];
    expect(longs).toHaveLength(2);
    for (const { id } of longs) {
      await admin.visit(`/class-people/${id}`);
      await page.getByText('long@roster.example').first().waitFor(patience);
      await lookAtBoth(admin, `people of class ${id}`);
    }
    const student = await bring({ name: 'student' });
    await student.signIn('student1@demo.school');
    for (const path of ['/std-classes', `/class-people/${longs[0]!.id}`, '/std-gradebook', '/std-classwork', '/home']) {
      await student.visit(path);
      await student.settle();
      await lookAtBoth(student, `${path} with long names`);
    }
  },
  300_000,
);
