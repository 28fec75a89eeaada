import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { signIn } from '../../../../base/session.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { person } from '../../../../testing/people.ts';
import { scriptFetch, success, type Reply } from '../../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../../ui/plain/Snackbar.tsx';
import type { Question } from '../calls.ts';
import { QuestionFormDialog } from '../form/QuestionFormDialog.tsx';
import { makeQuestion } from './question.ts';

const RIGHTS = { Admin: ['questions:publish'], Teachers: ['questions:approve'], Student: [] } as const;

const page = (rows: object[]): Reply =>
  success({
    data: rows,
    pagination: { total: rows.length, per_page: 20, current_page: 1, last_page: 1, from: rows.length ? 1 : null, to: rows.length || null },
  });

/** The options that the fake server offers. */
const lookups = {
  'GET /question_type': page([{ id: 1, name: 'Multiple choice' }]),
  'GET /question_type/1': success({ data: { id: 1, name: 'Multiple choice' } }),
  'GET /question/cycles': page([{ id: 2, name: 'Electric circuits' }]),
  'GET /standard': page([{ id: 3, name: 'PS3.A' }]),
  'GET /question/subjects': page([{ id: 4, name: 'Physics' }]),
  'GET /question/grades': page([{ id: 6, name: 'Grade 9' }]),
  'GET /question/tags': success({ data: ['conceptual', 'circuits'], tags: ['conceptual', 'circuits'] }),
};

interface FormOptions {
  question?: Question | null;
  who?: keyof typeof RIGHTS;
  forLesson?: boolean;
  answers?: Parameters<typeof scriptFetch>[0];
}

/** Opens the question form. `saved` is the result. */
export function openForm({ question = null, who = 'Teachers', forLesson = false, answers = {} }: FormOptions = {}) {
  setScreenWidth(1280);
  queryClient.clear();
  signIn('token', person({ user_type: who, rights: ['questions:view', 'questions:create', 'questions:edit', ...RIGHTS[who]] }));
  const saved: Question[] = [];
  const calls = scriptFetch({
    ...lookups,
    'POST /questions': success({ question: makeQuestion(), data: makeQuestion(), message: 'Question Created Successfully' }),
    'PUT /questions/5': success({ question: makeQuestion(), data: makeQuestion(), message: 'Question Updated Successfully' }),
    ...answers,
  });
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Opened question={question} forLesson={forLesson} onSaved={(one) => saved.push(one)} />
      <Snackbar />
    </QueryClientProvider>,
  );
  const sent = () => calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/questions')).map(({ body }) => body as Record<string, unknown>);
  return { saved, calls, sent, leave: () => view.unmount() };
}

function Opened({ question, forLesson, onSaved }: { question: Question | null; forLesson: boolean; onSaved: (question: Question) => void }) {
  const [open, setOpen] = useState(true);
  if (!open) return <p>closed</p>;
  return <QuestionFormDialog question={question} forLesson={forLesson} onClose={() => setOpen(false)} onSaved={onSaved} />;
}

export const save = () => userEvent.click(screen.getByRole('button', { name: /^Save(?! (T|and))/ }));

/** Selects the only option of a list. */
export async function choose(label: string, name: string): Promise<void> {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name }));
}
