import { type Form, FORMS, liveDraft, postAdd } from '@classwright/contract';
import type { AnswerContent } from '@classwright/rules/live';
import type { Random, TestPerson, TestReply } from '../../../../testing/index.ts';
import type { Sent } from './run-model.ts';

/** What a phone sends, again and again under one key, until it is told what became of it. */
export interface PhoneCall {
  student: TestPerson;
  key: string;
  sessionId: number;
  sent: Sent;
}

const TEXTS = ['', 'yes', 'because of the current', '<b>bold</b> & more', 'ü 👩🏽‍🏫'];

/** Where the lesson stands for a student: what is on, what can be chosen, what the student has drafted in a form. */
export interface PhoneView {
  sessionId: number;
  form: Form;
  choicesOf: (form: Form) => readonly number[];
  draftOf: (form: Form) => AnswerContent | undefined;
}

/** Something that a student writes: mostly for the form that is on, mostly with a choice, often what is drafted already. */
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
