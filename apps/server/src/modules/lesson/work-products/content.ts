import { createDateWriter } from '../../../platform/dates.ts';
import { FORMS, type Form, type MessageKey, type RichTextDocument, type Translate } from '@classwright/contract';
import { computeOwnWay, computeQuestionPosition, type WayAnswer } from '@classwright/rules/live';
import { letterAt } from '@classwright/rules/questions/letter';
import { collectFileIds, isEmptyDocument } from '@classwright/rules/rich-text';
import { toCurrentVersion } from '@classwright/rules/rich-text/version';
import type { Db } from '../../../platform/database/index.ts';
import type { InstallationLanguage } from '../../../platform/languages.ts';
import { findTimeZone, fullName } from '../../people/accounts/index.ts';
import { loadQuestionVersions, type QuestionVersion } from '../../bank/questions/index.ts';
import type { DrawnAnswer, DrawnQuestion, DrawnRemark, ProductDocument } from './drawing/product-document.ts';
import {
  type AnswerRow,
  type EngagementRow,
  findLesson,
  type FormRow,
  getEngagement,
  type LateRow,
  type LessonRow,
  listAnswers,
  listCounts,
  listForms,
  listLate,
  listRemarks,
  type RemarkRow,
} from './queries.ts';

/** The maximum number of comments in it; those of teachers come first. */
const MOST_COMMENTS = 200;

export interface Speech {
  t: Translate<MessageKey>;
  language: Pick<InstallationLanguage, 'locale' | 'tag' | 'direction'>;
}

export interface ProductContent {
  document: ProductDocument;
  lesson: LessonRow;
  /** The pictures in its texts. */
  fileIds: readonly number[];
}

interface Facts {
  lesson: LessonRow;
  forms: readonly FormRow[];
  versions: ReadonlyMap<number, QuestionVersion>;
  answers: ReadonlyMap<Form, AnswerRow>;
  late: readonly LateRow[];
  counts: Awaited<ReturnType<typeof listCounts>>;
}

/**
 * Loads the content of a student's work product; null if the lesson has not finished or the student did not take part.
 */
export async function loadContent(db: Db, speech: Speech, sessionId: number, accountId: number): Promise<ProductContent | null> {
  const lesson = await findLesson(db, sessionId, accountId);
  if (!lesson) return null;
  const forms = await listForms(db, sessionId);
  const versions = await loadQuestionVersions(db, [...new Set(forms.map(({ question_version_id }) => question_version_id))]);
  const answers = new Map((await listAnswers(db, sessionId, accountId)).map((row) => [row.form, row]));
  const facts: Facts = { lesson, forms, versions, answers, late: await listLate(db, sessionId, accountId), counts: await listCounts(db, sessionId) };
  const timeZone = await findTimeZone(db, lesson.school_id);
  const remarks = await listRemarks(db, sessionId, accountId, MOST_COMMENTS);
  const document: ProductDocument = {
    ...toHead(speech, lesson, timeZone),
    way: toWay(speech, facts),
    summary: forms.map(({ form }) => toSummary(speech, toAnswer(speech, facts, form), shareRight(facts, form))),
    questions: toQuestions(speech, facts),
    engagement: toEngagement(speech, await getEngagement(db, sessionId, accountId)),
    comments: toRemarks(speech, remarks, { accountId, timeZone }),
  };
  return { document, lesson, fileIds: listFileIds(document) };
}

function toHead({ t, language }: Speech, lesson: LessonRow, timeZone: string) {
  const teacher = fullName({ first_name: lesson.teacher_first_name, last_name: lesson.teacher_last_name });
  const date = createDateWriter('day', timeZone, language.locale)(lesson.ended_at);
  return {
    language: language.tag.split('-')[0] ?? 'en',
    direction: language.direction,
    title: lesson.title,
    student: fullName(lesson),
    school: lesson.school_name ?? '',
    facts: [
      { name: t('workProduct.page.class'), value: lesson.course_name },
      { name: t('workProduct.page.teacher'), value: teacher },
      { name: t('workProduct.page.date'), value: date },
    ],
    words: {
      product: t('workProduct.name'),
      choices: t('workProduct.page.responses'),
      right: t('workProduct.page.right'),
      wrong: t('workProduct.page.wrong'),
      justification: t('workProduct.page.justification'),
      results: t('workProduct.page.results'),
      choice: t('workProduct.page.response'),
      answers: t('workProduct.page.answers'),
      engagement: t('workProduct.page.engagement'),
      comments: t('workProduct.page.received'),
      noComments: t('workProduct.page.nobody'),
      picture: t('workProduct.page.picture'),
      // the page numbers are filled in while drawing
      page: t('workProduct.page.of', { page: '{page}', of: '{of}' }),
    },
  };
}

/** Returns the sentence about the student's way from Form - 1A to Form - 1B (LIVE-117). Null: Form - 1A was not asked. */
function toWay({ t }: Speech, { forms, versions, answers, late }: Facts): string | null {
  const answerIn = (form: Form): WayAnswer | null => {
    const asked = forms.find((one) => one.form === form);
    if (!asked) return null;
    const chosen = versions.get(asked.question_version_id)?.responses.find(({ id }) => id === answers.get(form)?.response_id);
    return { chosen: chosen?.id ?? null, isRight: chosen?.is_valid ?? false, isLate: late.some((one) => one.form === form && one.response_id !== null) };
  };
  const way = computeOwnWay(answerIn('Form - 1A'), answerIn('Form - 1B'));
  return way && t(`snapshot.way.${way}`);
}

const HINTS: Readonly<Record<Form, MessageKey>> = {
  'Form - 1A': 'workProduct.page.alone',
  'Form - 1B': 'workProduct.page.discussed',
  'Form - 2': 'workProduct.page.transfer',
};

function toQuestions(speech: Speech, facts: Facts): DrawnQuestion[] {
  const { t } = speech;
  return ([1, 2] as const).flatMap((position) => {
    const asked = facts.forms.filter(({ form }) => computeQuestionPosition(form) === position);
    const version = asked[0] && facts.versions.get(asked[0].question_version_id);
    if (!version) return [];
    return [
      {
        heading: t('workProduct.page.question', { number: position }),
        title: version.title,
        description: current(version.description),
        choices: version.responses.map((response, index) => ({
          letter: letterAt(index),
          text: response.title,
          isRight: response.is_valid,
          why: isEmptyDocument(response.description) ? null : current(response.description),
        })),
        answers: FORMS.filter((form) => asked.some((one) => one.form === form)).map((form) => toAnswer(speech, facts, form)),
      },
    ];
  });
}

function toAnswer({ t, language }: Speech, facts: Facts, form: Form): DrawnAnswer {
  const version = facts.versions.get(facts.forms.find((one) => one.form === form)?.question_version_id ?? 0);
  const responses = version?.responses ?? [];
  const answer = facts.answers.get(form);
  const at = responses.findIndex(({ id }) => id === answer?.response_id);
  const chosen = responses[at];
  const says = answer !== undefined && !isEmptyDocument(answer.comment);
  const counted = facts.counts.filter((one) => one.form === form);
  const answered = counted.reduce((sum, { count }) => sum + count, 0);
  const numbers = new Intl.NumberFormat(language.locale);
  return {
    form,
    heading: form,
    hint: t(HINTS[form]),
    choice: chosen ? { letter: letterAt(at), text: chosen.title } : null,
    isRight: chosen ? chosen.is_valid : null,
    justification: says ? current(answer.comment) : null,
    note: noteOf(t, { hasChoice: chosen !== undefined, says, isFiled: answer?.filed_by === 'server' }),
    late: facts.late
      .filter((late) => late.form === form && !isEmptyDocument(late.comment))
      .map((late) => ({ heading: t('workProduct.page.late'), text: current(late.comment) })),
    results: {
      sentence: t('workProduct.page.answered', { count: answered, of: facts.lesson.logged_in, right: countRight(counted, responses) }),
      rows: responses.map((response, index) => {
        const count = counted.find(({ response_id }) => response_id === response.id)?.count ?? 0;
        return {
          letter: letterAt(index),
          count,
          words: numbers.format(count),
          share: answered === 0 ? 0 : count / answered,
          isRight: response.is_valid,
          isOwn: response.id === answer?.response_id,
        };
      }),
    },
  };
}

function noteOf(t: Speech['t'], { hasChoice, says, isFiled }: { hasChoice: boolean; says: boolean; isFiled: boolean }): string | null {
  if (!hasChoice && !says) return t('workProduct.page.notAnswered');
  if (isFiled) return t('workProduct.page.filed');
  return hasChoice ? null : t('workProduct.page.noChoice');
}

const countRight = (counted: Facts['counts'], responses: QuestionVersion['responses']): number =>
  counted.filter(({ response_id }) => responses.some(({ id, is_valid }) => id === response_id && is_valid)).reduce((sum, { count }) => sum + count, 0);

/** Returns the share of right choices in a form, 0 to 1; null if nobody chose. */
function shareRight({ counts, forms, versions }: Facts, form: Form): number | null {
  const counted = counts.filter((one) => one.form === form);
  const answered = counted.reduce((sum, { count }) => sum + count, 0);
  const version = versions.get(forms.find((one) => one.form === form)?.question_version_id ?? 0);
  return answered === 0 || !version ? null : countRight(counted, version.responses) / answered;
}

function toSummary({ t, language }: Speech, answer: DrawnAnswer, share: number | null): ProductDocument['summary'][number] {
  const { heading, hint, isRight, justification } = answer;
  const percent = share === null ? null : new Intl.NumberFormat(language.locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
  const verdict =
    isRight === null
      ? justification
        ? 'workProduct.page.noChoice'
        : 'workProduct.page.noAnswer'
      : isRight
        ? 'workProduct.page.right'
        : 'workProduct.page.wrong';
  return { heading, hint, isRight, verdict: t(verdict), share: percent === null ? '' : t('workProduct.page.classRight', { percent }) };
}

function toEngagement({ t, language }: Speech, counted: EngagementRow): ProductDocument['engagement'] {
  const { format } = new Intl.NumberFormat(language.locale);
  return {
    head: ['', t('workProduct.page.likes'), t('workProduct.page.comments')],
    rows: [
      [t('workProduct.page.given'), format(counted.likes_given), format(counted.comments_given)],
      [t('workProduct.page.fromStaff'), format(counted.likes_from_staff), format(counted.comments_from_staff)],
      [t('workProduct.page.fromClassmates'), format(counted.likes_from_classmates), format(counted.comments_from_classmates)],
    ],
  };
}

/** Builds the remarks. Classmates are not named in what goes home. */
function toRemarks({ t, language }: Speech, rows: readonly RemarkRow[], { accountId, timeZone }: { accountId: number; timeZone: string }): DrawnRemark[] {
  const whoOf = (row: RemarkRow): string =>
    row.account_id === accountId ? t('workProduct.page.you') : row.by_student ? t('workProduct.page.classmate') : fullName(row);
  const time = createDateWriter('moment', timeZone, language.locale);
  const replies = Map.groupBy(
    rows.filter(({ comment_id }) => comment_id !== null),
    ({ comment_id }) => comment_id,
  );
  return rows
    .filter(({ comment_id }) => comment_id === null)
    .map((row) => ({
      who: whoOf(row),
      place: `${row.form} · ${time(row.created_at)}`,
      text: row.text,
      replies: (replies.get(row.id) ?? []).map((reply) => ({ who: whoOf(reply), text: reply.text })),
    }));
}

function listFileIds({ questions }: ProductDocument): number[] {
  const documents = questions.flatMap(({ description, choices, answers }) => [
    description,
    ...choices.flatMap(({ why }) => (why ? [why] : [])),
    ...answers.flatMap(({ justification, late }) => [...(justification ? [justification] : []), ...late.map(({ text }) => text)]),
  ]);
  return [...new Set(documents.flatMap(collectFileIds))];
}

function current(document: RichTextDocument): RichTextDocument {
  const today = toCurrentVersion(document);
  return typeof today === 'string' ? document : today;
}
