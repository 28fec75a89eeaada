import { createDateWriter } from '../../../../platform/dates.ts';
import { FORM_KEYS, FORMS, type Form, type MessageKey, type TeacherSnapshotView, type Translate } from '@classwright/contract';
import { MOVES, moveOf } from '@classwright/rules/live/figures/moves';
import type { Confidence } from '@classwright/rules/live/confidence';
import { toReadableMath } from '@classwright/rules/rich-text/readable-math';
import { letterAt } from '@classwright/rules/questions/letter';
import { roundHalfAway } from '@classwright/rules/round';
import type { CellValue, NewSheet } from '../../../../platform/spreadsheets/index.ts';
import type { StudentFact } from './snapshot-details.ts';

/** A justification of a student of the class. */
export interface WrittenReason {
  form: Form;
  account_id: number;
  name: string;
  response_id: number | null;
  /** The words, with formulas as they are read. Null: they are hidden from the class. */
  words: string | null;
}

interface Around {
  /** The stored facts of each student; none while the lesson runs. */
  students: readonly StudentFact[];
  reasons: readonly WrittenReason[];
  /** The email address and the roster's id of students, by account; none for simulated people. */
  identities: ReadonlyMap<number, { email: string; roster_id: string | null }>;
  timeZone: string;
  t: Translate<MessageKey>;
}

/**
 * Builds the sheets of a snapshot: the lesson, its students, its responses, the moves between responses, groups
 * where the school allows them, and the reasons that students wrote.
 */
export function toSnapshotSheets(snapshot: TeacherSnapshotView, around: Around): NewSheet[] {
  return [
    lessonSheet(snapshot, around),
    studentsSheet(snapshot, around),
    responsesSheet(snapshot, around),
    movesSheet(snapshot, around),
    ...groupsSheets(snapshot, around),
    reasonsSheet(snapshot, around),
  ];
}

const reportOf = ({ reports }: TeacherSnapshotView, form: Form) => reports[FORM_KEYS[form]];
const toColumns = (titles: readonly (readonly [string, number])[]) => titles.map(([title, width]) => ({ title, width }));

/** Returns the letter and the text of a choice, with formulas as they are read; null for none. */
function findChoice(snapshot: TeacherSnapshotView, responseId: number | null | undefined): { letter: string; text: string } | null {
  for (const { responses } of snapshot.questions) {
    const place = responses.findIndex(({ id }) => id === responseId);
    if (place >= 0) return { letter: letterAt(place), text: toReadableMath(responses[place]?.response ?? '') };
  }
  return null;
}

/** Returns the choice as "B: The current is the same"; empty for none. */
function tellChoice(snapshot: TeacherSnapshotView, responseId: number | undefined): string {
  const choice = findChoice(snapshot, responseId);
  return choice ? `${choice.letter}: ${choice.text}` : '';
}

/** Returns the text for a form that was not asked; empty while the lesson runs, when it may still come. */
const tellNotAsked = ({ session }: TeacherSnapshotView, t: Around['t']): string => (session.state === 'running' ? '' : t('snapshot.neverOpened'));

function lessonSheet(snapshot: TeacherSnapshotView, { timeZone, t }: Around): NewSheet {
  const { details, session, took_part, moves, gain, pairs } = snapshot;
  const held = createDateWriter('isoMinute', timeZone)(new Date(session.started_at));
  const rows: CellValue[][] = [
    [t('snapshotSheet.title'), details.title],
    [t('snapshotSheet.class'), details.class_name],
    [t('snapshotSheet.teacher'), details.teacher_name],
    [t('snapshotSheet.held', { zone: timeZone }), { date: held }],
    [t('snapshotSheet.inClass'), took_part.students],
    [t('snapshotSheet.tookPart'), took_part.logged_in],
    ...FORMS.flatMap((form) => {
      const { question_id, answered, right, certainty } = reportOf(snapshot, form);
      return question_id === null
        ? [[t('snapshotSheet.answersOf', { form }), tellNotAsked(snapshot, t)]].filter(([, told]) => told !== '')
        : [
            [t('snapshotSheet.answersOf', { form }), answered],
            [t('snapshotSheet.rightOf', { form }), right],
            ...(certainty ?? []).toReversed().flatMap((level) => [
              [t('snapshotSheet.rightBySure', { form, level: t(`sure.${level.confidence}`) }), level.right],
              [t('snapshotSheet.wrongBySure', { form, level: t(`sure.${level.confidence}`) }), level.wrong],
            ]),
          ];
    }),
    ...(moves ? MOVES.map((move) => [t(`teach.${move}`), moves[move]]) : []),
    ...(pairs?.figures ?? []).map(({ kind, groups, ended_right }) => [
      t(`snapshotSheet.groups.${kind}`),
      t('snapshotSheet.ofGroups', { right: ended_right, groups }),
    ]),
    ...(gain ? [[t('gain.title'), roundHalfAway(gain.value, 2)]] : []),
    ...(gain?.interval
      ? [
          [t('snapshotSheet.gainLow'), roundHalfAway(gain.interval.low, 2)],
          [t('snapshotSheet.gainHigh'), roundHalfAway(gain.interval.high, 2)],
        ]
      : []),
  ];
  return {
    name: t('snapshotSheet.lesson'),
    columns: toColumns([
      [t('snapshotSheet.what'), 36],
      [t('snapshotSheet.value'), 50],
    ]),
    rows,
  };
}

const ENGAGEMENT = [
  ['snapshotSheet.likesGiven', 'likes_given'],
  ['snapshotSheet.commentsGiven', 'comments_given'],
  ['snapshotSheet.likesReceived', 'likes_received'],
  ['snapshotSheet.commentsReceived', 'comments_received'],
  ['snapshotSheet.likesByClassmates', 'likes_by_classmates'],
  ['snapshotSheet.commentsByClassmates', 'comments_by_classmates'],
] as const satisfies readonly (readonly [MessageKey, keyof StudentFact])[];

function studentsSheet(snapshot: TeacherSnapshotView, { students, identities, t }: Around): NewSheet {
  const yes = (is: boolean) => t(is ? 'snapshotSheet.yes' : 'snapshotSheet.no');
  const asked = FORMS.map((form) => reportOf(snapshot, form).certainty !== null);
  const sure = (one: { confidence?: Confidence | undefined } | undefined) => (one?.confidence ? t(`sure.${one.confidence}`) : '');
  const results = FORMS.map((form) => new Map(reportOf(snapshot, form).results.map((result) => [result.account_id, result])));
  const kept = new Map(students.map((fact) => [fact.account_id, fact]));
  const wayOf = new Map((snapshot.branches ?? []).flatMap((branch) => branch.account_ids.map((id) => [id, branch] as const)));
  const isAsked = FORMS.map((form) => reportOf(snapshot, form).question_id !== null);
  const notAsked = tellNotAsked(snapshot, t);
  const nameOf = new Map(snapshot.students.map(({ account_id, name }) => [account_id, name]));
  const talkedWith = (id: number): string =>
    (snapshot.pairs?.groups.find((ids) => ids.includes(id)) ?? []).flatMap((other) => (other === id ? [] : (nameOf.get(other) ?? []))).join(', ');
  const rows = snapshot.students.map(({ account_id, name, logged_in }): CellValue[] => {
    const chosen = results.map((of) => of.get(account_id));
    const [first, second] = chosen;
    const way = wayOf.get(account_id);
    const fact = kept.get(account_id);
    return [
      name,
      identities.get(account_id)?.email ?? '',
      identities.get(account_id)?.roster_id ?? '',
      yes(logged_in),
      ...chosen.flatMap((one, at) => [
        ...(isAsked[at] ? [tellChoice(snapshot, one?.response_id), one ? yes(one.correct) : ''] : [notAsked, notAsked]),
        ...(asked[at] ? [isAsked[at] ? sure(one) : notAsked] : []),
      ]),
      first && second ? t(`teach.${moveOf(first.correct, second.correct)}`) : '',
      way ? [way.first, way.second, way.transfer].map((right) => (right ? '✓' : '✗')).join(' ') : '',
      ...(snapshot.pairs ? [talkedWith(account_id)] : []),
      ...ENGAGEMENT.map(([, field]) => fact?.[field] ?? ''),
    ];
  });
  return {
    name: t('snapshotSheet.students'),
    columns: toColumns([
      [t('snapshotSheet.student'), 28],
      [t('snapshotSheet.email'), 30],
      [t('dashboard.column.rosterId'), 16],
      [t('snapshotSheet.tookPart'), 12],
      ...FORMS.flatMap((form, at) => [
        [form, 36] as const,
        [t('snapshotSheet.rightOf', { form }), 18] as const,
        ...(asked[at] ? [[t('snapshotSheet.sureOf', { form }), 18] as const] : []),
      ]),
      [t('snapshotSheet.move'), 22],
      [t('snapshotSheet.way'), 16],
      ...(snapshot.pairs ? [[t('snapshotSheet.talkedWith'), 30] as const] : []),
      ...ENGAGEMENT.map(([key]) => [t(key), 20] as const),
    ]),
    frozenColumns: 1,
    rows,
  };
}

function responsesSheet(snapshot: TeacherSnapshotView, { t }: Around): NewSheet {
  const rows = FORMS.flatMap((form) => {
    const { question_id, responses, answered } = reportOf(snapshot, form);
    const question = snapshot.questions.find(({ id }) => id === question_id);
    return responses.map(({ response_id, is_valid, students }): CellValue[] => [
      form,
      toReadableMath(question?.title ?? ''),
      tellChoice(snapshot, response_id),
      t(is_valid ? 'snapshotSheet.yes' : 'snapshotSheet.no'),
      students,
      answered === 0 ? '' : roundHalfAway((100 * students) / answered, 1),
    ]);
  });
  return {
    name: t('snapshotSheet.responses'),
    columns: toColumns([
      [t('snapshotSheet.form'), 12],
      [t('snapshotSheet.question'), 40],
      [t('snapshotSheet.response'), 50],
      [t('snapshotSheet.isRight'), 10],
      [t('snapshotSheet.students'), 12],
      [t('snapshotSheet.share'), 12],
    ]),
    rows,
  };
}

/** Builds the sheet of moves from response to response, for students who chose in both forms. */
function movesSheet(snapshot: TeacherSnapshotView, { t }: Around): NewSheet {
  const { moves } = snapshot;
  const right = new Map(snapshot.questions.flatMap(({ responses }) => responses.map(({ id, is_valid }) => [id, is_valid] as const)));
  const rows = (moves?.flows ?? []).map(({ from_response_id: from, to_response_id: to, count }): CellValue[] => [
    t(`teach.${moveOf(right.get(from) === true, right.get(to) === true)}`),
    tellChoice(snapshot, from),
    tellChoice(snapshot, to),
    count,
  ]);
  return {
    name: t('snapshotSheet.moves'),
    columns: toColumns([
      [t('snapshotSheet.move'), 22],
      [t('snapshotSheet.from', { form: 'Form - 1A' }), 50],
      [t('snapshotSheet.to', { form: 'Form - 1B' }), 50],
      [t('snapshotSheet.students'), 12],
    ]),
    rows,
  };
}

/** Builds the sheet of what students wrote, by form and response; first the words of students who moved. */
function reasonsSheet(snapshot: TeacherSnapshotView, { reasons, identities, t }: Around): NewSheet {
  const moved = listMoved(snapshot);
  const tellMoved = (id: number): string => {
    const is = moved.get(id);
    return is === undefined ? '' : t(is ? 'snapshotSheet.yes' : 'snapshotSheet.no');
  };
  const rows = reasons
    .map((reason) => ({ ...reason, choice: findChoice(snapshot, reason.response_id) }))
    .toSorted(
      (left, right) =>
        FORMS.indexOf(left.form) - FORMS.indexOf(right.form) ||
        Number(left.choice === null) - Number(right.choice === null) ||
        (left.choice?.letter ?? '').localeCompare(right.choice?.letter ?? '') ||
        Number(moved.get(right.account_id) ?? false) - Number(moved.get(left.account_id) ?? false) ||
        left.name.localeCompare(right.name),
    )
    .map(({ account_id, name, form, choice, words }): CellValue[] => [
      name,
      identities.get(account_id)?.email ?? '',
      identities.get(account_id)?.roster_id ?? '',
      form,
      choice?.letter ?? '',
      choice?.text ?? '',
      words ?? t('snapshotSheet.hidden'),
      tellMoved(account_id),
    ]);
  return {
    name: t('snapshotSheet.reasons'),
    columns: toColumns([
      [t('snapshotSheet.student'), 28],
      [t('snapshotSheet.email'), 30],
      [t('dashboard.column.rosterId'), 16],
      [t('snapshotSheet.form'), 12],
      [t('snapshotSheet.letter'), 8],
      [t('snapshotSheet.response'), 40],
      [t('snapshotSheet.reason'), 80],
      [t('snapshotSheet.moved'), 24],
    ]),
    frozenColumns: 1,
    rows,
  };
}

/** Returns for each student who chose in Form - 1A and Form - 1B whether the choices differ. */
function listMoved(snapshot: TeacherSnapshotView): Map<number, boolean> {
  const before = new Map(reportOf(snapshot, 'Form - 1A').results.map(({ account_id, response_id }) => [account_id, response_id]));
  return new Map(
    reportOf(snapshot, 'Form - 1B').results.flatMap(({ account_id, response_id }) => {
      const first = before.get(account_id);
      return first === undefined ? [] : [[account_id, first !== response_id] as const];
    }),
  );
}

function groupsSheets({ subgroups }: TeacherSnapshotView, { t }: Around): NewSheet[] {
  if (!subgroups) return [];
  const rows = subgroups.groups.map(({ value, students, first, second, transfer, gain }): CellValue[] => [
    value === null ? t('snapshot.groups.rest') : value === '' ? t('snapshot.groups.unsaid') : value,
    students,
    first,
    second,
    transfer,
    gain === null ? '' : roundHalfAway(gain, 2),
  ]);
  const columns = toColumns([
    [t(`schoolSettings.subgroup.${subgroups.field}`), 28],
    [t('snapshotSheet.students'), 12],
    ...FORMS.map((form) => [t('snapshotSheet.rightOf', { form }), 18] as const),
    [t('gain.title'), 20],
  ]);
  return [{ name: t('snapshotSheet.groups'), columns, rows }];
}
