import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { en, IMPORT_UNDO_DAYS, READINGS_KEPT_DAYS } from '@classwright/contract';
import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { MAX_GRADE } from '@classwright/rules/grading/grades';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { REVIEW_DAYS } from '@classwright/rules/live/reviews';
import { PIN_GUESSES } from '@classwright/rules/live/seats';
import { RATINGS } from '@classwright/rules/questions/ratings';
import { MIN_SUBGROUP_STUDENTS } from '@classwright/rules/results/subgroups';
import { SIMULATED_SPEEDS } from '@classwright/rules/simulation/index';
import { expect, test } from 'vitest';
import { MAX_BEHIND_SECONDS } from './archive/index.ts';
import { FRESH_BACKUP_SECONDS } from './backup/index.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Returns the number that follows a text in a file. */
function numberIn(file: string, before: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const at = text.indexOf(before);
  const [number = ''] = at < 0 ? [] : (/[\d_.]+/.exec(text.slice(at + before.length)) ?? []);
  return Number(number.replaceAll('_', ''));
}
const job = (file: string, name: string) => numberIn(`apps/server/src/modules/${file}`, name);

const NUMBER_WORDS: Readonly<Record<string, number>> = { two: 2, three: 3, five: 5, fifteen: 15, sixteen: 16, 'quarter of an hour': 15 };
const NUMBER =
  /(?<![\w{])\d[\d,]*(?:\.\d+)?|\b(?:fifteen|sixteen|quarter of an hour)\b|\b(?:two|three|five)\b(?= (?:minutes|hours|days|weeks)\b)|(?<=fewer than |after )(?:three|five)\b/gi;
/** Digits that are not a limit: names of forms, versions and responses of other systems, and examples. */
const NOT_A_NUMBER: readonly RegExp[] = [
  /Forms? - \d[AB]?(?: and Form - \d[AB]?)*|\b1[AB]\b|Heading \d|[Qq]uestion \d|UTF-8|OneRoster [\d.]+(?: or [\d.]+)?|QTI [\d.]+|OneRoster|\(\d{3}\)|\bF\d\b/g,
  /(?:such as|for example|like|as in|As you write it:|Or in LaTeX:|month and day:|columns by position, from 0:|Write the date as) [^;]*?(?=;|\.(?: |$)|, or EX|, with|$)/gi,
  /[Ww]ith 50%, 4 minutes become 6/g,
];

const { discussFromPercent: from, discussToPercent: to, announceAtSeconds } = LIVE_LIMITS;
const [, middle, shortest] = announceAtSeconds;
const POINT = numberIn('packages/contract/src/class/gradebook/settings.ts', 'MOST_POINT');
const DROPPED = numberIn('packages/contract/src/class/gradebook/settings.ts', 'MOST_DROPPED');
/** A link expires at the end of the hour after the one in which it was made. */
const LINK_HOURS = numberIn('apps/server/src/modules/school/files/links.ts', '/ HOUR_SECONDS) +');
/** Deleted files are kept for an hour and erased within the next. */
const ERASED_HOURS = numberIn('apps/server/src/modules/school/files/erase-deleted.ts', 'KEEP_MINUTES') / 60 + 1;
/** The words of a reason that is dealt to a class. */
const REASON = ['REASON_WORDS = { least:', ', most:'].map((before) => numberIn('packages/rules/src/live/reasons.ts', before));
const [, faster, fastest] = SIMULATED_SPEEDS;
const CONFIRMED_MINUTES = numberIn('apps/server/src/platform/http/confirmed.ts', 'CONFIRMED_FOR_MS =');
const FAILED_DAYS = numberIn('apps/server/src/housekeeping.ts', 'KEEP_FAILED_DAYS');

/**
 * Sentences that contain a number directly, each with the source of that number. A number that can be a parameter must
 * be one.
 */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  'rosterSources.readsAbout': [numberIn('apps/server/src/modules/connections/oneroster/consumer/read-queries.ts', 'KEPT_DAYS')],
  'changes.about': [job('people/accounts/own-changes.ts', 'CHANGES_DAYS =') / 7],
  'confirm.hint': [CONFIRMED_MINUTES],
  'confirm.noWay': [CONFIRMED_MINUTES],
  'bell.many': [numberIn('apps/web/src/app/shell/Bell.tsx', 'MOST_SHOWN =')],
  'rosterSources.schedule.nightly': [numberIn('apps/server/src/modules/class/sources/queries.ts', '${zone}) =')],
  'question.rating': [RATINGS.at(-1) as number],
  'files.rules': [FILE_LIMITS.maxMegabytes],
  'ownGrades.need.wrong': [numberIn('apps/web/src/features/class/gradebook/student/NeedPanel.tsx', 'MOST_PERCENT')],
  'teach.hintExplained': [from, to],
  'teach.hintSpoken': [from, from, to, to],
  'teach.hintRange.explain': [from],
  'teach.hintRange.discuss': [from, to],
  'teach.hintRange.go-on': [to],
  'bank.past.discuss': [from, to],
  'bank.past.go-on': [to],
  'join.remind.30': [middle as number],
  'join.remind.10': [shortest as number],
  'list.hint.price': [numberIn('packages/contract/src/lists/store-item.ts', 'min: 1, max:')],
  'light.archiveBehind': [MAX_BEHIND_SECONDS / 60],
  'light.archiveStopped': [MAX_BEHIND_SECONDS / 60],
  'light.backupGood': [FRESH_BACKUP_SECONDS / 3600],
  'light.backupOld': [FRESH_BACKUP_SECONDS / 3600],
  'live.time.most': [LIVE_LIMITS.maxMinutes],
  'sync.reason.grade': [numberIn('apps/server/src/modules/connections/sync/classroom/resources.ts', 'MOST_POINTS')],
  'failedJobs.about': [FAILED_DAYS],
  'files.copyHint': [LINK_HOURS],
  'files.delete.text': [ERASED_HOURS],
  'files.deleteMany.text': [ERASED_HOURS],
  'bank.rate.step': [RATINGS.at(-1) as number],
  'notificationMail.daily': [numberIn('apps/server/src/modules/school/notifications/queries.ts', "EVENING = sql.lit('") - 12], // in the afternoon
  'idea.moment.weeks': [3], // the second time that a question is asked again
  'idea.said.weeks': [3],
  'nextQuestion.about': [35, 70],
  'readings.about': [READINGS_KEPT_DAYS],
  'readings.ownAbout': [READINGS_KEPT_DAYS],
  'readings.lately': [job('overview/readings/queries.ts', 'here.today - ')],
  'readings.unusual': [job('overview/readings/index.ts', 'const UNUSUAL_DAYS = ')],
  'idea.year.wrong': [1900, 2199],
  'myNotifications.about': [numberIn('apps/server/src/modules/school/notifications/index.ts', '{ read')],
  'jobKind.guardians.week.remedy': [job('overview/guardians/week.ts', 'guardians.week')],
  'jobKind.dashboards.weekly.remedy': [job('overview/dashboards/weekly.ts', 'dashboards.weekly')],
  'jobKind.dashboards.sums.remedy': [job('overview/dashboards/sums.ts', 'dashboards.sums')],
  'jobKind.results.fill-in.remedy': [job('lesson/results/facts.ts', 'results.fill-in')],
  'jobKind.system.check.remedy': [job('overview/system/index.ts', 'CHECK_EVERY_MINUTES')],
  'jobKind.sync.push.remedy': [job('connections/sync/push/renew-registrations.ts', 'EVERY_MINUTES')],
  'jobKind.rosterSource.tell.remedy': [job('connections/oneroster/consumer/notify-concerns.ts', 'rosterSource.tell')],
  'jobKind.platform.forget-signals.remedy': [numberIn('apps/server/src/housekeeping.ts', 'platform.forget-signals')],
  'card.hint': [job('people/accounts/links/codes.ts', 'CARD_CHARACTERS')],
  'takeBack.earlier': [IMPORT_UNDO_DAYS],
  'submissions.grade.most': [MAX_GRADE],
  'gradeFiles.problem.most': [MAX_GRADE],
  'sheet.wrong.most': [MAX_GRADE],
  'people.emailHint': [MAX_ROWS_PER_CALL],
  'tryOut.weightWrong': [POINT],
  'tryOut.dropWrong': [DROPPED],
  'schoolSettings.subgroupHint': [MIN_SUBGROUP_STUDENTS],
  'snapshot.groups.hint': [MIN_SUBGROUP_STUDENTS],
  'error.NO_MORE_REASONS': REASON,
  'reasons.none': REASON,
  'reasons.ready': [LIVE_LIMITS.voteSeconds],
  'error.REVIEW_ENDED': [REVIEW_DAYS.open / 7],
  'review.after.2': [REVIEW_DAYS.second / 7],
  'review.waiting.2': [REVIEW_DAYS.second / 7],
  'error.SEAT_PIN_REFUSED': [PIN_GUESSES.max],
  'rehearsal.speed': [faster, fastest],
  'rehearsal.speed4': [faster],
  'rehearsal.speed8': [fastest],
};
/** Sentences with a number that is not a limit, each with its meaning. */
const FACTS: Readonly<Record<string, string>> = {
  'dataRequest.daysAbout': 'the days of two laws, which are REQUEST_DAYS',
  'system.duty.proxy.do': 'the versions of TLS that the standard names',
  'system.remedy.patches': 'the major version of the packaged PostgreSQL',
  'incidents.noneHint': 'AUTHORITY_HOURS of overview/incidents, in the words of a hint',
  'incidents.clock.authority': 'AUTHORITY_HOURS of overview/incidents, in the words of a heading',
  'incidents.clock.authorityWhy': 'the number of a rule of law, and AUTHORITY_HOURS of overview/incidents',
  'incidents.clock.families': 'FAMILIES_DAYS of overview/incidents, in the words of a heading',
  'incidents.clock.familiesWhy': 'FAMILIES_DAYS of overview/incidents, in a sentence',
  'retention.due.title': 'AHEAD_DAYS of overview/retention, in the words of a heading',
  'retention.policy.rule': 'the number of a rule of law',
  'retention.runs.none': 'the hours of the job in overview/retention/job.ts',
  'retention.why.log': 'the number of a rule of law',
  'retention.yearEnds': 'the usual last day of a school year, USUAL_END of overview/retention',
  'form.gradeHint': 'the number of a step',
  'join.form2': 'the name of a form',
  'gain.between': 'the share of cases that the interval covers',
  'gradebook.sum': 'what the points need not be',
  'profile.dob': 'the oldest birthday, which stands in the pattern of the field',
};

/** Returns the numbers above 1 in a text: 0 and 1 are where a range begins. */
const numbersOf = (text: string): number[] =>
  (NOT_A_NUMBER.reduce((left, pattern) => left.replace(pattern, ''), text).match(NUMBER) ?? [])
    .map((found) => NUMBER_WORDS[found.toLowerCase()] ?? Number(found.replaceAll(',', '')))
    .filter((number) => number > 1);

const sentences = Object.entries(en as Readonly<Record<string, string>>).filter(([key]) => !key.endsWith('.one'));

test('[B1901] a number in a sentence is that of the code', () => {
  const found = sentences.flatMap(([key, text]) => {
    const numbers = numbersOf(text);
    return numbers.length > 0 && !(key in FACTS) ? [[key, numbers] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(NUMBERS);
});

test('[B1901] each sentence that is let off names a number', () => {
  expect(Object.keys(FACTS).filter((key) => numbersOf((en as Readonly<Record<string, string>>)[key] ?? '').length === 0)).toEqual([]);
});

test('[B1901] a sentence in another language names the same numbers', () => {
  const folder = join(ROOT, 'packages/contract/src/languages');
  const digits = (text: string) =>
    (text.replace(/\{\w+\}/g, '').match(/\d(?:[.,]?\d|[\s\u00a0\u202f]\d{3}\b)*/g) ?? []).map((found) => found.replace(/\D/g, '')).sort();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const words = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Readonly<Record<string, string>>;
    const faults = sentences.filter(([key, text]) => key in NUMBERS && words[key] !== undefined && digits(words[key]).join() !== digits(text).join());
    expect(faults.map(([key]) => [key, words[key]])).toEqual([]);
  }
});
