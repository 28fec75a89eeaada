import {
  announcementCommentRestore,
  announcementRestoreMany,
  auditList,
  contract,
  courseMeetLink,
  courseRestoreMany,
  courseWorkRestoreMany,
  type Endpoint,
  endpointsOf,
  fileRestoreMany,
  groupAccountsAdd,
  importQuestionsApply,
  invitationRestoreMany,
  questionBulk,
  questionDelete,
  questionPurge,
  type ReferenceList,
  referenceLists,
} from '@classwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GRADEBOOK, approveApp } from './modules/connections/oneroster/testing/program.ts';
import type { TestArguments } from './testing/app.ts';
import { createListSamples, createScenario, type ListSamples, type Scenario, startTestApp, type TestApp, type TestPerson } from './testing/index.ts';
import { callRows } from './testing/other-school/calls.ts';
import { makeOtherSchool, type OtherSchool, SECRET } from './testing/other-school/things.ts';

/*
 * What was deleted is still called by its name in the audit trail. Every call that takes something away does it here to a
 * real thing, and the entry itself keeps the name: no other row has to be there to say it.
 */
let app: TestApp;
let scenario: Scenario;
let school: OtherSchool;
let admin: TestPerson;

beforeAll(async () => {
  const nowhere = new URL('http://127.0.0.1:9');
  app = await startTestApp({
    accountLimit: { perMinute: 1_000_000, burst: 1_000_000 },
    google: { issuer: nowhere, clientId: 'tests', clientSecret: 'tests' },
    classroom: { url: nowhere, quota: { project: 1000, person: 1000 } },
  });
  scenario = createScenario(app);
  school = await makeOtherSchool(app, scenario);
  admin = school.admin;
}, 180_000);
afterAll(() => app.close());

const endpointOf = (name: string): Endpoint => contract.find((endpoint) => endpoint.name === name) as Endpoint;
const ofLists = new Set(referenceLists.flatMap(endpointsOf).map(({ name }) => name));
/** Words in the name of a call that show that it removes something. */
const TAKES_AWAY =
  /delet|remov|\beras|purge|revoke|\bend(s|ed)?\b|forget|disconnect|unlink|undo|takes? (.* )?(back|out|off)|cancel|dismiss|gives? (up|back)|\bpart\b|drop|bulk/i;

interface Deletion {
  /** The person who makes the call. The default is the administrator. */
  by?: () => TestPerson;
  /** The arguments. The default is those of the call's row in the table of other schools. */
  args?: () => TestArguments | Promise<TestArguments>;
  /** The action in the audit trail. The default is the name of the call. */
  action?: string;
  /** The name that the sentence and the entry must contain. */
  name?: string;
  /** True for people: the audit trail keeps their names with their accounts, not in each entry. */
  isOfPerson?: true;
  /** Restores the thing for the next call. */
  after?: () => Promise<unknown>;
}

const newQuestion = async (): Promise<number> => {
  const { questionId, versionId } = await scenario.question(school.teacher, school.schoolId, { responses: 0, description: SECRET });
  await sql`UPDATE question_versions SET title = ${SECRET} WHERE id = ${versionId}`.execute(app.db);
  return questionId;
};
const newPerson = async (): Promise<number> => (await scenario.person('teachers', school.schoolId, { firstName: SECRET, lastName: 'Unused' })).accountId;
const again = (endpoint: Endpoint, args: () => TestArguments) => () => admin.call(endpoint, args());
const inClass = (name: 'invitation' | 'work') => () => ({ params: { id: school.courseId }, body: { ids: [school.ids[name]] } });
const of = (name: 'announcement' | 'file') => () => ({ body: { ids: [school.ids[name]] } });

/** The calls that delete, in an order in which all of them succeed. */
const DELETIONS: Readonly<Record<string, Deletion>> = {
  'account.link.revoke': { isOfPerson: true },
  'account.delete': { args: async () => ({ params: { id: await newPerson() } }) },
  'question.bulk': { action: 'question.delete' },
  'question.delete': { args: async () => ({ params: { id: await newQuestion() } }) },
  'question.purge': {},
  'template.delete': {},
  'import.questions.takeBack': {
    action: 'import.takeBack',
    async args() {
      await admin.call(importQuestionsApply, { params: { id: school.ids.questionImport }, body: {} });
      await app.server.jobs.runDue();
      return { params: { id: school.ids.questionImport } };
    },
  },
  'assessment.delete': {
    async args() {
      const { assessmentId } = await scenario.assessment({ owner: school.teacher, schoolId: school.schoolId, classId: school.courseId });
      await sql`UPDATE assessments SET title = ${SECRET} WHERE id = ${assessmentId}`.execute(app.db);
      return { params: { id: assessmentId } };
    },
  },
  'failedJob.dismissMany': { name: '(mail)' },
  'invitationGroup.accounts.remove': {
    async args() {
      const body = { account_id: [school.ann.accountId], invitation_group_id: school.ids.invitationGroup };
      await admin.call(groupAccountsAdd, { body });
      return { body };
    },
  },
  'course.meetLink.remove': {
    action: 'course.meetLink.remove',
    async args() {
      const params = { id: school.courseId };
      await admin.call(courseMeetLink, { params, body: { google_meet_link: 'https://meet.google.com/abc-defg-hij' } });
      return { params };
    },
  },
  'invitation.delete': { name: 'okapi@new.example', after: again(invitationRestoreMany, inClass('invitation')) },
  'invitation.deleteMany': { name: 'okapi@new.example' },
  'classPeople.student.remove': {},
  'classPeople.removeMany': { args: () => ({ params: { id: school.courseId }, body: { ids: [school.students[1]!.accountId] } }) },
  'announcementComment.delete': {
    after: again(announcementCommentRestore, () => ({ params: { id: school.ids.announcement, commentId: school.ids.comment } })),
  },
  'announcement.delete': { after: again(announcementRestoreMany, of('announcement')) },
  'announcement.deleteMany': {},
  'rewardPoint.takeBack': { isOfPerson: true },
  'store.ownCancel': { by: () => school.ann },
  'store.cancelMany': {
    async args() {
      await sql`UPDATE store_purchases SET state = 'redeemed' WHERE id = ${school.ids.purchase}`.execute(app.db);
      return { body: { ids: [school.ids.purchase] } };
    },
  },
  'file.delete': { after: again(fileRestoreMany, of('file')) },
  'file.deleteMany': { action: 'file.delete' },
  'roster.cancel': {},
  'rosterSource.delete': {},
  'apiClient.revoke': {},
  'sync.unlink': {},
  'sync.disconnect': {},
  'courseWork.delete': { after: again(courseWorkRestoreMany, inClass('work')) },
  'courseWork.deleteMany': {},
  'topic.delete': {},
  'course.delete': { action: 'course.deleteMany', after: again(courseRestoreMany, () => ({ body: { ids: [school.courseId] } })) },
  'course.deleteMany': {},
};

/** Calls with similar names, with the reason why they cannot lose a name. */
const OTHERS: Readonly<Record<string, string>> = {
  'allSchools.limit': 'a limit has no name but its school’s, which stays',
  'auth.logout': 'a sign-in has no name but its person’s',
  'auth.session.end': 'as auth.logout',
  'schoolLogo.delete': 'a logo has no name but its school’s, which stays',
  'auth.change.refuse': 'as auth.change.dismiss',
  'auth.change.dismiss': 'a change of an account has no name but its person’s',
  'factor.code.remove': 'an app for codes has no name but its person’s',
  'factor.passkey.remove': 'a passkey is named by its own person, whose account the entry names',
  'factor.recovery.renew': 'codes have no name',
  'account.factors.end': 'as factor.code.remove',
  'erasure.create': 'the person stays for 14 days; afterwards no name may stay, as `erasures` tests',
  'erasure.cancel': 'brings back',
  'consent.end': 'a consent is listed with its student, who stays',
  'guardian.end': 'the tie is no longer listed, and names two people who stay',
  'guardianCode.end': 'a code has no name but its student’s',
  'dataRequest.withdraw': 'the request stays in the list of closed ones',
  'child.week.choose': 'ends an email of one’s own',
  'incident.subject.remove': 'the reader is no longer listed, and names an account that stays',
  'incident.close': 'the incident stays, and says who closed it',
  'hold.create': 'takes nothing away: it keeps',
  'hold.end': 'the hold is no longer listed, and names a person or class that stays',
  'auth.session.endOthers': 'as auth.logout',
  'account.link.create': 'makes a link; older ones have no name',
  'signInCards.create': 'as account.link.create',
  'pictures.reset': 'the card and its student stay',
  'account.bulk': 'erases no account',
  'import.takeBack': 'as import.questions.takeBack; what goes with it has its names, as `imports/take-back` tests',
  'idea.merge': 'its entry has both names, and the merged idea stays in the archive',
  'live.close': 'the lesson stays',
  'live.end': 'the lesson stays',
  'rehearsal.remove': 'nothing of a rehearsal is recorded, and its people are made up',
  'walls.disconnect': 'a wall has no name but its teacher’s',
  'live.pairWishesRemove': 'a wish has no name but those of its students',
  'seat.end': 'the student stays, and the entry has the name',
  'censoredText.review': 'the text stays',
  'question.restore': 'brings back',
  'failedJob.holdMany': 'the failure stays',
  'failedJob.restoreMany': 'brings back',
  'mailChoice.update': 'a choice of one’s own',
  'attention.back': 'brings back',
  'submission.gradeBulk': 'acts on grades are said with their grades',
  'gradeAct.undo': 'as submission.gradeBulk',
  'gradeBook.import.apply': 'as submission.gradeBulk',
  'gradeSetting.update': 'the settings stay, and keep what they were',
  'course.restoreMany': 'brings back',
  'invitation.restoreMany': 'brings back',
  'classPeople.returnMany': 'brings back',
  'requestedClass.reopenMany': 'brings back',
  'sync.run.cancel': 'the run stays',
  'sync.run.undo': 'the run stays',
  'sync.people.match': 'the person stays',
  'courseWork.restoreMany': 'brings back',
  'store.reopenMany': 'brings back',
  'rewardRule.delete': 'a rule is named by its event, which the product knows',
  'calendarFeed.revoke': 'an address has no name but its person’s',
  'announcementComment.restore': 'brings back',
  'announcement.restoreMany': 'brings back',
  'file.restoreMany': 'brings back',
  'file.upload.part': 'adds to a file that is not there yet',
  'file.upload.cancel': 'a file that was never there',
  'drive.disconnect': 'keeps the address of the account at Google, as `drive` tests',
  'roster.undo': 'a job; what goes with it has its names, as `rosters` tests',
  'peopleSource.undo': 'the class stays',
  'rosterSource.create': 'makes a source',
  'rosterSource.cancel': 'the source stays',
  'apiClient.rotate': 'the program stays',
  'apiClient.restore': 'brings back',
  'oneroster.delete.gradebook.lineItems.sourcedId': 'as a program: see the test below',
  'oneroster.delete.gradebook.results.sourcedId': 'the grade is cleared as an act on grades, which keeps it',
};

const trail = async (query: Record<string, unknown> = {}) => (await admin.call(auditList, { query: { per_page: 200, ...query } })).body.data;

test('[B1950] every call that takes something away is tried here, or says why no name of its can be lost', () => {
  const calls = contract.filter(
    ({ name, readOnly, method, summary }) => !readOnly && !ofLists.has(name) && (method === 'DELETE' || TAKES_AWAY.test(`${name} ${summary}`)),
  );
  const named = [...Object.keys(DELETIONS), ...Object.keys(OTHERS)];
  expect(calls.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !endpointOf(name))).toEqual([]);
});

describe('[B1950] what a call has taken away is called by its name', () => {
  test.each(Object.keys(DELETIONS))('%s', async (call) => {
    const { by = () => admin, args, action = call, name = SECRET, isOfPerson, after } = DELETIONS[call]!;
    const person = by();
    const given = (await args?.()) ?? callRows.get(call)?.args?.(school, person);
    const [last] = await trail();
    expect(await person.call(endpointOf(call), given)).toMatchObject({ error: null });
    await app.server.jobs.runDue();
    const entries = (await trail()).filter((entry) => entry.id > last!.id);
    expect(entries.map((entry) => entry.action)).toContain(action);
    for (const { sentence, before: was, after: is } of entries) {
      expect(sentence).toContain(name);
      // A person's name is kept only with their account.
      expect([sentence, isOfPerson || JSON.stringify([was, is]).includes(name)]).toEqual([sentence, true]);
    }
    await after?.();
  });

  /** The first number, far above the ids of the school's rows. */
  const FIRST = 1000;
  let samples: ListSamples;
  beforeAll(() => {
    samples = createListSamples(scenario, admin, referenceLists, FIRST);
  });
  const lists = referenceLists.filter(({ writable }) => writable).map((list) => [list.name, list] as const);
  test.each(lists)('rows of %s, one, several and for good', async (_name, list: ReferenceList) => {
    const { remove, removeMany, purge } = list.endpoints;
    const [one, other] = [await samples.row(list), await samples.row(list)];
    await admin.call(remove, { params: { id: one.id } });
    await admin.call(removeMany, { body: { ids: [other.id] } });
    const purged = endpointsOf(list).includes(purge) ? await admin.call(purge, { params: { id: one.id } }) : null;
    for (const [row, action, isDone] of [
      [one, `${list.name}.delete`, true],
      [other, `${list.name}.delete`, true],
      [one, `${list.name}.purge`, purged !== null],
    ] as const) {
      if (!isDone) continue;
      const [entry] = await trail({ action, subject_id: row.id });
      expect(entry?.sentence).toContain(String(row[list.naming]));
      expect(JSON.stringify(entry?.before)).toContain(JSON.stringify(row[list.naming]));
    }
  });

  test('a work that a program deletes', async () => {
    const program = await approveApp(app, admin, school.schoolId);
    const { courseId } = await scenario.class({ schoolId: school.schoolId });
    const lineItem = { title: `${SECRET} of a program`, class: { sourcedId: `class-${courseId}` }, resultValueMax: 10 };
    expect((await program.ask('PUT', `${GRADEBOOK}/lineItems/okapi-1`, { lineItem })).status).toBe(201);
    expect((await program.ask('DELETE', `${GRADEBOOK}/lineItems/okapi-1`)).status).toBe(204);
    expect((await trail()).filter(({ sentence }) => sentence.includes(lineItem.title))).toHaveLength(1);
  });
});

test('[B1951] acts of before, on a thing that is gone, call it what it was called last', async () => {
  const id = await newQuestion();
  await admin.call(questionBulk, { body: { act: 'tag', ids: [id], tag: 'x' } });
  await sql`INSERT INTO audit_entries (action, subject_type, subject_id, account_id) VALUES ('question.status.update', 'question', ${id}, ${admin.accountId})`.execute(
    app.db,
  );
  await admin.call(questionDelete, { params: { id } });
  await admin.call(questionPurge, { params: { id } });
  const entries = await trail({ subject_type: 'question', subject_id: id });
  expect(entries).toHaveLength(4);
  for (const { sentence, subject_name } of entries) expect([sentence, subject_name]).toEqual([expect.stringContaining(SECRET), SECRET]);
});

test('[B1951] no act that the trail holds calls a thing by its number', async () => {
  const numbered: string[] = [];
  for (let page = 1, rows = 200; rows === 200; page += 1) {
    const data = await trail({ page });
    rows = data.length;
    for (const { sentence, subject_label, subject_id } of data) if (sentence.includes(`${subject_label} ${subject_id}`)) numbered.push(sentence);
  }
  expect(numbered).toEqual([]);
});
