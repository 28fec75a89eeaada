import { en } from '@classwright/contract';
import { expect, test } from 'vitest';

/** The behavior of each kind of background task while its school is suspended, as docs/operations.md says it. */
const MAIL = 'goes on, and its emails are dropped where all emails are sent, by the address (suspended-schools.pg.test.ts)';
const STANDS = 'nothing begins for a suspended school (suspended-schools.pg.test.ts)';
const BEGUN = 'belongs to a run that has begun, which ends as it would have';
const OF_NOBODY = 'is about the installation, or removes what is over';
const SUMS = 'keeps sums, deadlines and notices of records that stay as they are, and shows nothing to anybody';

const WHILE_SUSPENDED: Readonly<Record<string, string>> = {
  'account.changed.mail': MAIL,
  'account.link.mail': MAIL,
  'auth.forgot.mail': MAIL,
  'dashboards.weekly': MAIL,
  'guardians.week': MAIL,
  'invitation.mail': MAIL,
  'notifications.mail': MAIL,
  'rosterSource.tell': MAIL,
  retention: STANDS,
  'rosterSource.night': STANDS,
  'sync.schedule': STANDS,
  'import.account': BEGUN,
  'import.account.takeBack': BEGUN,
  'import.questions': BEGUN,
  'import.questions.takeBack': BEGUN,
  'roster.apply': BEGUN,
  'roster.read': BEGUN,
  'roster.undo': BEGUN,
  'rosterSource.read': BEGUN,
  'sync.nudge': BEGUN,
  'sync.plan': BEGUN,
  'sync.pull': BEGUN,
  'sync.push': BEGUN,
  'sync.unit': BEGUN,
  'sync.make-class': BEGUN,
  'simulated-class': BEGUN,
  'record-copy': BEGUN,
  'announcement.post': SUMS,
  'classwork.tend': SUMS,
  'dashboards.sums': SUMS,
  'notice.versions': SUMS,
  'notifications.plan': SUMS,
  'seats.end': SUMS,
  'item-analysis': SUMS,
  'results.fill-in': SUMS,
  'work-product': SUMS,
  'work-products-ready': SUMS,
  'data-requests.remind': SUMS,
  erasures: 'goes on: somebody has asked for an erasure, and the days for it count',
  'accounts.forget': OF_NOBODY,
  'files.erase': OF_NOBODY,
  'import.forget': OF_NOBODY,
  'notifications.forget': OF_NOBODY,
  'oneroster.tend': OF_NOBODY,
  'platform.forget': OF_NOBODY,
  'rehearsals.forget': OF_NOBODY,
  'roster.forget': OF_NOBODY,
  'rosterSource.forget': OF_NOBODY,
  'guardian-codes.forget': OF_NOBODY,
  'hand-off.forget': OF_NOBODY,
  'live.forget-walls': OF_NOBODY,
  'platform.forget-signals': OF_NOBODY,
  'platform.school-years': OF_NOBODY,
  'record-copies-end': OF_NOBODY,
  'system.backUp': OF_NOBODY,
  'system.check': OF_NOBODY,
};

test('[B2931] every kind of background task says what it does while a school is suspended', () => {
  const kinds = Object.keys(en).flatMap((key) => /^jobKind\.(.+?)(?:\.remedy)?$/.exec(key)?.[1] ?? []);
  const known = new Set(kinds.filter((kind) => kind !== 'unknown'));
  expect([...known].filter((kind) => !Object.hasOwn(WHILE_SUSPENDED, kind))).toEqual([]);
  expect(Object.keys(WHILE_SUSPENDED).filter((kind) => !known.has(kind))).toEqual([]);
});
