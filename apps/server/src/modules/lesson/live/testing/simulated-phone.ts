import { type Form, FORMS, liveDraft, postAdd } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import type { Random, TestPerson, TestReply } from '../../../../testing/index.ts';
import type { Sent } from './run-model.ts';

/** A call that a phone repeats under one key until it gets a response. */
export interface PhoneCall {
  student: TestPerson;
  key: string;
  sessionId: number;
  sent: Sent;
}

const TEXTS = [
  'every part of this circuit gets the whole voltage of the battery',
  'lamps in a row have to share what one of them had alone',
  'my neighbor measured it last year and saw nothing change at all',
  'since energy is never lost it must arrive somewhere behind us',
  '',
  'yes',
  'because of the current',
  '<b>bold</b> & more',
  'ü 👩🏽‍🏫',
];

/** The lesson as a phone shows it: the open form, the choices, and the student's draft in a form. */
export interface PhoneView {
  sessionId: number;
  form: Form;
  choicesOf: (form: Form) => readonly number[];
  draftOf: (form: Form) => AnswerContent | undefined;
}

/**
 * Composes an answer or draft of a student: mostly for the open form, mostly with a choice, often the current draft.
 */
export function compose(random: Random, student: TestPerson, view: PhoneView, key: string): PhoneCall {
  const form = random.percent(80) ? view.form : random.pick(FORMS);
  const text = random.pick(TEXTS);
  const fresh: AnswerContent = {
    response_id: random.percent(80) ? random.pick(view.choicesOf(form)) : null,
    comment: { type: 'doc', content: text === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  };
  const kind = random.percent(55) ? 'answer' : 'draft';
  const content = (kind === 'answer' && random.percent(50) ? view.draftOf(form) : undefined) ?? fresh;
  return {
    student,
    key,
    sessionId: view.sessionId,
    sent: { kind, accountId: student.accountId, form, revision: 1 + random.below(8), content: { response_id: content.response_id, comment: content.comment } },
  };
}

export function send({ student, key, sessionId, sent }: PhoneCall): Promise<TestReply> {
  const body = { session_id: sessionId, form: sent.form, ...sent.content };
  return sent.kind === 'answer' ? student.call(postAdd, { body }, { key }) : student.call(liveDraft, { body: { ...body, revision: sent.revision } }, { key });
}
