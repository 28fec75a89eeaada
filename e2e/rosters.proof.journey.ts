import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { lookAtBoth } from './look-at-both.ts';
import { lines, zipOf } from './roster-files.ts';

const patience = { timeout: 60_000 };

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
      .getByText(/^\d+ join, \d+ leave, \d+ stay$/)
      .first()
      .focus();
    await press(admin, 'Match Science 10B to this class');
    await page.getByText('One is yours', { exact: true }).waitFor(patience);
    await press(admin, 'Choose your class for Mathematics 5C');
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
