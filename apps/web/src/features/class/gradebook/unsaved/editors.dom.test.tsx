import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../base/query-client.ts';
import { closeScreen, readyForScreen } from '../../../../testing/open-screen.tsx';
import { failure, type Reply, success } from '../../../../testing/scripted-fetch.ts';
import { courseOf } from '../../classes/testing/course.ts';
import { changeStoredGrades, listKept } from '../../grade-outbox/grade-store.ts';
import { cellsOf, findCell, openGradebook } from '../testing/open-gradebook.tsx';

beforeEach(async () => {
  readyForScreen();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  localStorage.clear();
  await changeStoredGrades(7, { remove: (await listKept(7)).map(({ key }) => key) });
});
afterEach(closeScreen);

// Differs from the notice of an archived class, which the page shows as well.
const ARCHIVED = 'The server refuses: this class is archived.';
const PREVIEW = { changes: { course_work_id: [12], account_id: [102], from: [null], to: [46] }, count: 1, left: [] };

const BEN = {
  ...{ id: 5, courseId: 3, courseWorkId: 12, userId: 102, account_id: 102, first_name: 'Ben', last_name: 'Whitaker', state: 'TURNED_IN', late: false },
  ...{ overdue: false, draftGrade: null, assignedGrade: null, excused: false, turned_in_at: '2026-05-03T10:00:00Z', returned_at: null, revision: 0 },
};
const WORK = {
  ...{ id: 12, courseId: 3, course_name: 'Physics 9B', title: 'Simple circuits', summary: '', topicId: null, topic_name: null, assessment_id: null },
  ...{
    assessment_status: null,
    workType: 'SHORT_ANSWER_QUESTION',
    courseWorkType: 'QUESTION',
    state: 'PUBLISHED',
    maxPoints: 50,
    dueDate: null,
    dueTime: null,
  },
  ...{ due_at: null, creationTime: '2026-05-01T12:00:00Z', updateTime: '2026-05-01T12:00:00Z', updated_at: '2026-05-01T12:00:00Z', scheduledTime: null },
  ...{ posted_at: '2026-05-01T12:00:00Z', category: null, description: { type: 'doc', content: [] }, submissionModificationMode: 'MODIFIABLE' },
  ...{ creatorUserId: 1, creator_name: 'Ms Okafor', assigneeMode: 'ALL_STUDENTS', multipleChoiceQuestion: { choices: [] }, materials: [] },
};
const SUBMISSION = {
  ...{ ...BEN, submissionHistory: [], assignmentSubmission: { attachments: [] }, shortAnswerSubmission: { answer: 'It gives heat' } },
  ...{ multipleChoiceSubmission: { answer: null }, can_submit: false, is_elsewhere: false },
};
/** The answers with which a cell's work opens. */
const OPEN_WORK = {
  'GET /courses/3/course-work/12': success({ courseWork: WORK, time_zone: 'UTC' }),
  'GET /courses/3/course-work/12/submissions': success({ work: WORK, submissions: [BEN], as_of: '2026-05-05T00:00:00Z' }),
  'GET /student-submissions/5/answer': success({
    submission: SUBMISSION,
    local: { response: '', meta_data: { attachments: [], turned_in_at: null, hand_ins: 1 } },
    external: { state: 'TURNED_IN', draftGrade: null },
    messages: [],
  }),
  'GET /student-submissions/5/note': success({ note: { submission_id: 5, note: '', written_by: null, updated_at: null } }),
};
const SETTING = {
  ...{ setting_id: null, courseid: 3, course_id: 3, calculation_type: 'NO_OVERALL_GRADE', show_grade: true, exclude_missing: false },
  ...{ categories: [], updated_at: null },
};

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Clicks a button of the most recently opened dialog. */
const pressIn = async (name: string | RegExp) => {
  const dialogs = await screen.findAllByRole('dialog');
  await userEvent.click(await within(dialogs.at(-1)!).findByRole('button', { name }));
};
const typeInto = async (name: string | RegExp, text: string) => userEvent.type(await field(name), text);
const valueOf = (name: string | RegExp) => async () => (await field(name)).value;

interface Editor {
  /** The source files of the editor, below `features`. */
  files: readonly string[];
  address?: string;
  width?: number;
  answers?: Record<string, Reply>;
  /** The call that saves the text; null if it is never sent. */
  saves: string | null;
  type: () => Promise<unknown>;
  submit: () => Promise<unknown>;
  /** Returns the text that the editor shows. */
  shown: () => Promise<string | null>;
  typed: string;
}

const EDITORS: Record<string, Editor> = {
  'a cell of the sheet': {
    files: ['gradebook/sheet/Editor.tsx'],
    saves: 'POST /grade-submissions/bulk',
    type: async () => {
      (await findCell(/Ben/, /Simple/)).focus();
      await userEvent.keyboard('46');
    },
    submit: () => userEvent.keyboard('{Enter}{ArrowUp}'),
    shown: async () => {
      const cell = await findCell(/Ben/, /Simple/);
      return (cell.querySelector('input')?.value ?? cell.textContent ?? '').includes('46') ? '46' : cell.textContent;
    },
    typed: '46',
  },
  'a field on a phone': {
    files: ['gradebook/OneByOne.tsx'],
    width: 360,
    saves: 'POST /grade-submissions/bulk',
    type: async () => {
      await press('Next');
      await typeInto(/^Simple circuits/, '46');
    },
    submit: () => userEvent.keyboard('{Enter}'),
    shown: valueOf(/^Simple circuits/),
    typed: '46',
  },
  'what is tried out': {
    files: ['gradebook/what-if/WhatIf.tsx'],
    address: '/class-gradebook/3?what_if=true',
    saves: null,
    type: async () => {
      (await findCell(/Ben/, /Simple/)).focus();
      await userEvent.keyboard('46{Enter}');
    },
    submit: () => userEvent.keyboard('{ArrowUp}'),
    shown: async () => ((await findCell(/Ben/, /Simple/)).textContent?.includes('46') ? '46' : null),
    typed: '46',
  },
  'an act on many grades': {
    files: ['gradebook/acts/ActFields.tsx'],
    address: '/class-gradebook/3?dialog=act',
    answers: { 'POST /grade-book/preview': success(PREVIEW) },
    saves: 'POST /grade-submissions/bulk',
    type: async () => {
      await typeInto('Grade', '46');
      await pressIn('Preview');
      await screen.findByRole('table', { name: '1 grade would change' });
    },
    submit: () => pressIn('Change 1 grade'),
    shown: valueOf('Grade'),
    typed: '46',
  },
  'the message with returned grades': {
    files: ['gradebook/acts/ReturnDialog.tsx'],
    address: '/class-gradebook/3?dialog=return',
    answers: { 'POST /grade-book/preview': success(PREVIEW) },
    saves: 'POST /grade-book/return',
    type: () => typeInto(/^Message/, 'Well done'),
    submit: () => pressIn('Return 1 grade'),
    shown: valueOf(/^Message/),
    typed: 'Well done',
  },
  'how grades count': {
    files: ['classwork/GradeSettingsDialog.tsx'],
    address: '/class-gradebook/3?setting=true',
    answers: { 'GET /grade/settings': success({ setting: SETTING }) },
    saves: 'POST /grade/settings',
    type: async () => {
      await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Overall Grade Calculation' }), 'WEIGHTED_BY_CATEGORY');
      await press('Add Grade Category');
      await typeInto('Category Name', 'Tests');
    },
    submit: () => pressIn('Save'),
    shown: valueOf('Category Name'),
    typed: 'Tests',
  },
  'the grade of a work': {
    files: ['submissions/staff/GradeDialog.tsx'],
    address: '/class-gradebook/3?work=12&student=102',
    answers: OPEN_WORK,
    saves: 'POST /grade-submissions',
    type: async () => {
      await press(/^Edit Grade/);
      await typeInto('Grade, of 50 points', '46');
    },
    submit: () => userEvent.keyboard('{Enter}'),
    shown: valueOf('Grade, of 50 points'),
    typed: '46',
  },
  'the message with a returned work': {
    files: ['submissions/staff/message-form.tsx'],
    address: '/class-gradebook/3?work=12&student=102',
    answers: OPEN_WORK,
    saves: 'POST /return-submission',
    type: async () => {
      await press(/^Return To Student/);
      await typeInto(/^Message/, 'Well done');
    },
    submit: () => pressIn('Return To Student'),
    shown: valueOf(/^Message/),
    typed: 'Well done',
  },
  'a message about a work': {
    files: ['submissions/staff/message-form.tsx'],
    address: '/class-gradebook/3?work=12&student=102',
    answers: OPEN_WORK,
    saves: 'POST /student-submissions/5/messages',
    type: async () => {
      await press(/^Write a message/);
      await typeInto(/^Message/, 'Well done');
    },
    submit: () => pressIn(/^Send/),
    shown: valueOf(/^Message/),
    typed: 'Well done',
  },
  'a private note': {
    files: ['submissions/staff/PrivateNote.tsx'],
    address: '/class-gradebook/3?work=12&student=102',
    answers: OPEN_WORK,
    saves: 'PUT /student-submissions/5/note',
    type: () => typeInto('Private note', 'Call home'),
    submit: () => pressIn('Save the note'),
    shown: valueOf('Private note'),
    typed: 'Call home',
  },
};

/** Files with fields whose text is never saved. */
const SAVES_NOTHING: Record<string, string> = {
  'gradebook/FilterPanel.tsx': 'filters are in the address',
  'gradebook/files/ImportDialog.tsx': 'the separator of a file, which is chosen again',
  'gradebook/student/NeedPanel.tsx': 'a student tries out',
  'gradebook/student/OwnGradeBookView.tsx': 'a student tries out',
  'submissions/staff/AllStudents.tsx': 'students are picked',
  'submissions/staff/StudentList.tsx': 'a search',
};

/** Opens an editor. Returns a function that archives its class and one that counts how often the text was sent. */
function open({ address, width, answers, saves }: Editor, refusal: Reply) {
  let isArchived = false;
  const calls = openGradebook({
    ...(address !== undefined && { address }),
    ...(width !== undefined && { width }),
    answers: {
      'GET /courses/3': () => success({ course: courseOf({ is_archived: isArchived }) }),
      ...answers,
      ...(saves !== null && { [saves]: refusal }),
    },
  });
  return {
    archive: async () => {
      isArchived = true;
      await act(() => queryClient.invalidateQueries({ queryKey: ['class', 3] }));
      await screen.findAllByText(/^This class is archived\./);
    },
    countSent: () => calls.filter(({ method, path }) => `${method} ${path}` === saves).length,
  };
}

describe.each(Object.entries(EDITORS))('[B1911] %s', (_, editor) => {
  test('what was typed stays and can be sent again when the class is archived meanwhile, and the reason is said', async () => {
    const { archive, countSent } = open(editor, failure(409, 'CLASS_ARCHIVED', { message: ARCHIVED }));
    await editor.type();
    await archive();
    expect(await editor.shown()).toBe(editor.typed);
    await editor.submit();
    if (editor.saves !== null) await screen.findAllByText(ARCHIVED);
    expect(await editor.shown()).toBe(editor.typed);
    expect(countSent()).toBe(editor.saves === null ? 0 : 1);
  });

  test('what was typed stays when the network is gone, and the reason is said', async () => {
    const { countSent } = open(editor, 'offline');
    await editor.type();
    await editor.submit();
    if (editor.saves !== null) await screen.findAllByText(/^(There is no connection|The connection dropped at)/);
    expect(await editor.shown()).toBe(editor.typed);
    expect(countSent()).toBe(editor.saves === null ? 0 : 1);
  });
});

test('[B1911] every file with a field of the gradebook is tried above, or says why nobody loses its text', () => {
  const features = join(import.meta.dirname, '../..');
  const listFiles = (folder: string): string[] =>
    readdirSync(join(features, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^(?!.*\.test\.).*\.tsx$/.test(file))
      .map((file) => relative(features, join(features, folder, file)));
  const files = [...listFiles('gradebook'), ...listFiles('submissions/staff'), 'classwork/GradeSettingsDialog.tsx'];
  const found = files.filter((file) => /<(input|TextField|TextArea|ImportFileField)\b/.test(readFileSync(join(features, file), 'utf8')));
  const known = [...Object.values(EDITORS).flatMap((editor) => editor.files), ...Object.keys(SAVES_NOTHING)];
  expect(found.sort()).toEqual([...new Set(known)].sort());
});

describe('[B1912] grades that are not saved', () => {
  const refuse = failure(409, 'CLASS_ARCHIVED', { message: ARCHIVED });
  const list = async () => {
    await press(/^\d not saved$/);
    return within(await screen.findByRole('dialog', { name: 'Not saved' }));
  };

  test('are listed with student, work, value and reason, can be copied and sent again, and what is given up is said', async () => {
    const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
    let isArchived = true;
    openGradebook({
      answers: {
        'POST /grade-submissions/bulk': () => (isArchived ? refuse : 'offline'),
      },
    });
    (await findCell(/Ben/, /Simple/)).focus();
    await userEvent.keyboard('46{Enter}47{Enter}');
    await screen.findByText('2 not saved');
    const dialog = await list();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Ben Whitaker · Simple circuits46${ARCHIVED}RetryDiscard`,
      `Elif Yılmaz · Simple circuits47${ARCHIVED}RetryDiscard`,
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Copy all' }));
    expect(copied).toHaveBeenCalledWith('Ben Whitaker\tSimple circuits\t46\nElif Yılmaz\tSimple circuits\t47');
    isArchived = false;
    await userEvent.click(dialog.getByRole('button', { name: 'Try all again' }));
    await dialog.findAllByText(/^The connection dropped at/);
    await userEvent.click(dialog.getByRole('button', { name: 'Discard: Ben Whitaker, Simple circuits' }));
    await screen.findAllByText('Not saved: 46 for Ben Whitaker in Simple circuits.');
    expect(dialog.getAllByRole('listitem')).toHaveLength(1);
    await waitFor(async () => expect(await listKept(7)).toMatchObject([{ typed: '47', student: 'Elif Yılmaz', work: 'Simple circuits' }]));
  });

  test('of what is only tried out are listed without a word of a device that keeps them, and nobody loses one', async () => {
    openGradebook({ address: '/class-gradebook/3?what_if=true' });
    (await findCell(/Ben/, /Simple/)).focus();
    await userEvent.keyboard('good{Enter}');
    const dialog = await list();
    expect(dialog.getByRole('listitem').textContent).toMatch(/^Ben Whitaker · Simple circuitsgoodThis is not a grade/);
    expect(dialog.queryByText(/stays on this device/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Discard: Ben Whitaker, Simple circuits' }));
    expect(dialog.queryByRole('listitem')).toBeNull();
    expect(screen.queryByText(/^Not saved: /)).toBeNull();
  });

  test('of a student or a work that the class has no longer are listed too, and given up there', async () => {
    const gone = { key: '7.3.99.102', account_id: 7, course_id: 3, itemId: 99, studentId: 102, typed: '46', value: 46, was: null, stamp: 's' };
    await changeStoredGrades(7, { put: [{ ...gone, refusal: 'It is gone.', student: 'Ben Whitaker', work: 'Old quiz' }] });
    openGradebook();
    const dialog = await list();
    expect(dialog.getByRole('listitem').textContent).toBe('Ben Whitaker · Old quiz46This student or work is no longer in the class.Discard');
    await userEvent.click(dialog.getByRole('button', { name: 'Discard: Ben Whitaker, Old quiz' }));
    await screen.findAllByText('Not saved: 46 for Ben Whitaker in Old quiz.');
    await waitFor(async () => expect(await listKept(7)).toEqual([]));
    expect(dialog.getByText('Everything is saved.')).toBeDefined();
  });
});

test.each([
  ['in the sheet', 1280],
  ['on a phone', 360],
])('[B1911] what is typed %s when the page is loaded again is there and saved afterwards', async (_, width) => {
  openGradebook({ width, answers: { 'POST /grade-submissions/bulk': 'offline' } });
  await (width < 600 ? EDITORS['a field on a phone']! : EDITORS['a cell of the sheet']!).type();
  await act(async () => void dispatchEvent(new Event('pagehide')));
  // There is no time to write to the device's database when a page closes.
  expect(JSON.parse(localStorage.getItem('cw.grade.7.3.12.102') ?? '{}')).toMatchObject({ typed: '46', student: 'Ben Whitaker', work: 'Simple circuits' });
  closeScreen();
  readyForScreen();
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const calls = openGradebook();
  await waitFor(() => expect(cellsOf(calls.find(({ path }) => path === '/grade-submissions/bulk'))).toMatchObject([{ account_id: 102, to: 46, was: null }]));
  await waitFor(async () => expect(await listKept(7)).toEqual([]));
});
