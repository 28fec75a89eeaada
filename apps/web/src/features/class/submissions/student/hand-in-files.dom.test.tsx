import type { FileView } from '@classwright/contract/school/files/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../base/api.ts';
import { closeScreen, openScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import type { sendFile } from '../../../school/files/upload/send-file.ts';
import type { OwnWork } from '../calls.ts';
import { OwnAnswer } from './OwnAnswer.tsx';

type Send = typeof sendFile;
/** The uploads so far. The test decides the result of each. */
let uploads: { file: File; tell: Parameters<Send>[1]; done: (id: number) => void; fail: (error: Error) => void }[] = [];
vi.mock('../../../school/files/upload/send-file.ts', () => ({
  sendFile: ((file, tell) =>
    new Promise((resolve, reject) => {
      const done = (id: number) =>
        resolve({ file: { id, name: file.name, type: file.type, url: '' } as unknown as FileView, same: null } as Awaited<ReturnType<Send>>);
      uploads.push({ file, tell, done, fail: reject });
    })) as Send,
}));

beforeEach(() => {
  readyForScreen();
  uploads = [];
});
afterEach(() => {
  localStorage.clear();
  closeScreen();
});

const OWN = {
  work: {
    id: 9,
    courseId: 3,
    title: 'Report',
    workType: 'ASSIGNMENT',
    maxPoints: null,
    due_at: null,
    multipleChoiceQuestion: { choices: [] },
    assessment_id: null,
  },
  submission: {
    ...{ id: 1, state: 'CREATED', turned_in_at: null, can_submit: true, is_elsewhere: false, assignmentSubmission: { attachments: [] } },
    ...{ shortAnswerSubmission: { answer: null }, multipleChoiceSubmission: { answer: null }, submissionHistory: [], assignedGrade: null },
  },
  messages: [],
} as unknown as OwnWork;
const Screen = () => <OwnAnswer courseId={3} own={OWN} isClosed={false} />;

function open(answers: Parameters<typeof scriptFetch>[0] = {}) {
  const calls = scriptFetch(answers);
  openScreen(Screen, { address: '/files', rights: ['files:view'], width: 360 });
  return calls;
}
const pdf = (name = 'report.pdf', text = '%PDF-1.7') => new File([text], name, { type: 'application/pdf', lastModified: 5 });
const choose = async (...files: File[]) => {
  const count = uploads.length + files.length;
  await userEvent.upload(await screen.findByLabelText('Your file', { selector: 'input' }), files);
  await waitFor(() => expect(uploads).toHaveLength(count));
};
const lines = () => screen.queryAllByText('report.pdf');
const submit = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Submit' });

test('[B1954] a file that is uploaded stands once: when it arrives, after a reload, after a line that broke, and when it is chosen twice', async () => {
  open();
  await choose(pdf());
  const [first] = uploads;
  act(() => first!.tell({ sentBytes: 3, state: 'offline' }));
  expect([lines().length, (await submit()).disabled]).toEqual([1, true]);
  await act(async () => first!.done(31));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  expect([lines().length, (await submit()).disabled]).toEqual([1, false]);
  await choose(pdf());
  await act(async () => uploads[1]!.done(31));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  expect(lines()).toHaveLength(1);
  closeScreen();
  readyForScreen();
  open();
  await submit();
  expect(lines()).toHaveLength(1);
});

test('[B1954] an upload that failed and is tried again stands once, and is handed in once', async () => {
  const calls = open({ 'POST /student-submissions': success({ submission: {}, message: 'Answer has been submitted successfully' }) });
  await choose(pdf());
  await act(async () => uploads[0]!.fail(new ApiError('INTERNAL' as ApiError['code'], { status: 500 })));
  await userEvent.click(await screen.findByRole('button', { name: /again|Retry|Try/i }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  await act(async () => uploads[1]!.done(31));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  expect(lines()).toHaveLength(1);
  await userEvent.click(await submit());
  await waitFor(() => expect(calls.filter(({ path }) => path === '/student-submissions').map(({ body }) => body)).toMatchObject([{ attachment: [31] }]));
});

test('[B1954] an empty PDF says that it is empty, and one that was cut short says what the server found of it', async () => {
  open();
  await userEvent.upload(await screen.findByLabelText('Your file', { selector: 'input' }), pdf('empty.pdf', ''));
  const list = within(await screen.findByRole('list', { name: 'Uploads' }));
  expect(list.getByRole('alert').textContent).toBe('This file is empty. Choose another one.');
  expect(uploads).toEqual([]);
  await choose(pdf('cut.pdf'));
  const broken = 'This file is named as a PDF, but it is damaged or something else. Open it to check, then save it again as a PDF.';
  await act(async () => uploads[0]!.fail(new ApiError('VALIDATION_FAILED', { status: 422, errors: { files: [broken] } })));
  expect(await list.findByText(broken)).toBeTruthy();
  expect((await submit()).disabled).toBe(true);
});

test('[B1955] with a file alone and no connection nothing is said of what was written, nor that it was not submitted: its receipt may be what was lost', async () => {
  open({ 'POST /student-submissions': 'offline' });
  await choose(pdf());
  await act(async () => uploads[0]!.done(31));
  await userEvent.click(await submit());
  expect(await screen.findByText('You are offline. Your files are uploaded; submit them when you are online.')).toBeTruthy();
  expect(screen.queryByText(/wrote|not submitted/)).toBeNull();
});
