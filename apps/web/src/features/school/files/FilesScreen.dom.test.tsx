import '../../../testing/dialog.ts';
import type { FileView } from '@classwright/contract/school/files/calls';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../base/query-client.ts';
import { signIn } from '../../../base/session.ts';
import { closeSnack } from '../../../base/snackbar.ts';
import { setScreenWidth } from '../../../testing/match-media.ts';
import { pageAt } from '../../../testing/page-at.tsx';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { chooseAct, openActs } from '../../../testing/row-acts.ts';
import { Snackbar } from '../../../ui/plain/Snackbar.tsx';
import { FilesScreen } from './index.ts';
import { UploadList } from './upload/UploadList.tsx';

const fileOf = (id: number, name: string, more: object = {}): FileView => ({
  id,
  name,
  type: 'image/png',
  kind: 'image',
  is_shown: true,
  byte_size: 2048,
  url: `/files/${id}?expires=1&signature=x`,
  url_expires_at: '2026-11-20T12:00:00Z',
  account_id: 1,
  account_name: 'Ada King',
  can_delete: true,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
});
const long = `${'n'.repeat(44)}.png`;
const files = [fileOf(1, 'Ball.png'), fileOf(2, long, { can_delete: false })];
const pageOf = (data: object[], total = data.length) =>
  success({
    data,
    time_zone: 'UTC',
    pagination: {
      total,
      per_page: 25,
      current_page: 1,
      last_page: Math.max(1, Math.ceil(total / 25)),
      from: data.length > 0 ? 1 : null,
      to: data.length || null,
    },
  });

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => {
  cleanup();
  closeSnack();
  vi.unstubAllGlobals();
});

function open(search = '', width = 1280) {
  setScreenWidth(width);
  queryClient.clear();
  signIn('token', person({ user_type: 'Teachers', rights: ['files:view', 'files:create', 'files:delete'] }));
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const route = createRoute({ getParentRoute: () => root, path: '/files', component: pageAt('/files', FilesScreen) });
  const router = createRouter({ routeTree: root.addChildren([route]), history: createMemoryHistory({ initialEntries: [`/files${search}`] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

test('[Q135] [Q136] [Q137] [Q138] [Q139] the table: checkbox, name, type, created date and actions, 7 page buttons', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files, 1000) });
  open();
  const table = await screen.findByRole('table', { name: 'Files' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Select', 'Name', 'Type', 'Created Date', 'Actions']);
  const row = within(table).getByRole('row', { name: /Ball\.png/ });
  expect(within(row).getByRole('checkbox', { name: 'Select Ball.png' })).toBeDefined();
  expect(
    within(row)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  ).toEqual(['View Ball.png', 'More for Ball.png']);
  expect(await openActs('Ball.png')).toEqual(['Copy the link', 'Delete']);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('button', { name: `Delete ${long}` })).toBeNull();
  expect(within(table).getByText(`${'n'.repeat(40)}…`, { exact: false })).toBeDefined();
  const pages = within(screen.getByRole('navigation'))
    .getAllByRole('button')
    .filter(({ textContent }) => /^\d+$/.test(textContent ?? ''));
  expect(pages.length).toBeLessThanOrEqual(7);
});

test('[Q131] the export is disabled until something is selected', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files) });
  open();
  const tick = await screen.findByRole('checkbox', { name: 'Select Ball.png' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Export' });
  expect(button.disabled).toBe(true);
  await userEvent.click(tick);
  expect(button.disabled).toBe(false);
  await userEvent.click(tick);
  expect(button.disabled).toBe(true);
});

test('[Q137] [Q444] [Q502] copying a link says so, and a browser that does not let us shows it', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files), 'GET /files/1': () => success({ file: files[0], dependents: [], things: [] }) });
  userEvent.setup(); // adds a clipboard
  open();
  await chooseAct('Ball.png', 'Copy the link');
  expect(await screen.findByText('File Url has been copied')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(new URL('/files/1?expires=1&signature=x', location.href).href);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await chooseAct('Ball.png', 'Copy the link');
  expect(await screen.findByText(/This browser does not allow copying.*\/files\/1\?expires=1/)).toBeDefined();
});

test('[Q138] [Q475] [Q492] a refused delete closes the dialog and says what uses the file', async () => {
  scriptFetch({
    'GET /files': () => pageOf(files),
    'GET /files/1': () => success({ file: files[0], dependents: ['2 assessments'], things: [{ table: 'assessments', id: 4, name: 'Simple circuits' }] }),
    'DELETE /files/1': () => failure(409, 'FILE_IN_USE', { message: 'Ball.png is used by 2 assessments. Remove it there first.' }),
  });
  open();
  await chooseAct('Ball.png', 'Delete');
  const asking = await screen.findByRole('dialog', { name: 'Delete File' });
  expect(await within(asking).findByText('It is used by 2 assessments. Remove it there first.')).toBeDefined();
  expect(within(asking).getByRole('link', { name: 'Simple circuits' }).getAttribute('href')).toBe('/assessments?assessment=4');
  await userEvent.click(within(asking).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Ball.png is used by 2 assessments. Remove it there first.')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: 'Delete File' })).toBeNull();
});

test('[B271] [B711] a file that one looks at says what uses it, with the way there; one that nothing uses says that', async () => {
  const things = [
    { table: 'questions', id: 9, name: 'أي مصباح أكثر سطوعًا؟', course_id: null },
    { table: 'assessments', id: 4, name: '简单电路', course_id: null },
    { table: 'course_works', id: 7, name: 'تقرير المختبر', course_id: 3 },
    { table: 'submissions', id: 8, name: '实验报告', course_id: 3 },
    { table: 'announcements', id: 5, name: 'Bring a magnet', course_id: 3 },
  ];
  scriptFetch({ 'GET /files': () => pageOf(files), 'GET /files/1': () => success({ file: files[0], dependents: ['1 question', '1 assessment'], things }) });
  open('?view=1');
  const used = within(await screen.findByRole('region', { name: 'Used by' }));
  expect(used.getByText('1 question, 1 assessment')).toBeDefined();
  expect(used.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['أي مصباح أكثر سطوعًا؟', '/all-questions?view=9'],
    ['简单电路', '/assessments?assessment=4'],
    ['تقرير المختبر', '/class-classwork/3?work=7'],
    ['实验报告', '/class-classwork/3?work=8'],
    ['Bring a magnet', '/class-details/3?announcement=5'],
  ]);
});

test('[B272] an upload of bytes that are there already says so, and gives way to the earlier file in one press', async () => {
  const calls = scriptFetch({ 'DELETE /files/2': () => success({ message: 'File Deleted Successfully' }) });
  const [of, made] = [fileOf(1, 'Ball.png'), fileOf(2, 'Ball copy.png')];
  const item = { id: 'u', name: 'Ball copy.png', byteSize: 9, sentBytes: 9, state: 'done', copy: { made, of } } as const;
  const remove = vi.fn<(id: string) => void>();
  const onSame = vi.fn<(copy: { made: FileView; of: FileView }) => void>();
  const idle = () => undefined;
  render(<UploadList uploads={{ items: [item], isBusy: false, add: idle, retry: idle, clear: idle, remove }} onSame={onSame} />);
  expect(screen.getByText(/^You have had this file since .*: Ball\.png\.$/)).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Use that one, delete this copy' }));
  await waitFor(() => expect(onSame).toHaveBeenCalledWith({ made, of }));
  expect(calls.map(({ method, path }) => [method, path])).toEqual([['DELETE', '/files/2']]);
  expect(remove).toHaveBeenCalledWith('u');
});

test('[B273] on a phone the box of a file stands before its name, in the line of the title', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files) });
  open('', 360);
  const box = await screen.findByRole('checkbox', { name: 'Select Ball.png' });
  expect(box.closest('dl')).toBeNull();
  expect(box.nextElementSibling?.textContent).toContain('Ball.png');
});

test('[Q489] a list that does not load says so, with a Retry', async () => {
  let calls = 0;
  scriptFetch({
    'GET /files': () => {
      calls += 1;
      return calls === 1 ? failure(429, 'TOO_MANY_REQUESTS', { message: 'Wait a moment.' }) : pageOf(files);
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('checkbox', { name: 'Select Ball.png' })).toBeDefined();
});

test('[Q351] an upload without files says which', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files) });
  open('?upload=true');
  const dialog = await screen.findByRole('dialog', { name: 'Upload Files' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(await within(dialog).findByText('Select Files to Upload')).toBeDefined();
});

test('[B234] an upload of files of which none can be taken says so; of several the good ones go, the others say why not', async () => {
  scriptFetch({ 'GET /files': () => pageOf(files), 'POST /files/uploads': () => failure(503, 'DATABASE_UNAVAILABLE') });
  open('?upload=true');
  const user = userEvent.setup({ applyAccept: false });
  const dialog = await screen.findByRole('dialog', { name: 'Upload Files' });
  const input = within(dialog).getByLabelText<HTMLInputElement>('Files', { selector: 'input' });
  await user.upload(input, new File(['x'], 'notes.txt', { type: 'text/plain' }));
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(within(dialog).getByText('None of these files can be uploaded. Choose others.')).toBeDefined();

  await user.upload(input, new File(['x'], 'Ball.png', { type: 'image/png' }));
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  const rows = within(await screen.findByRole('list', { name: 'Uploads' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^notes\.txt/), expect.stringMatching(/^Ball\.png/)]);
  expect(within(rows[0] as HTMLElement).getByRole('alert').textContent).toBe('Only images, audio, video, and PDF files are allowed.');
  expect(screen.queryByRole('dialog', { name: 'Upload Files' })).toBeNull();
});

test('[B340] many are deleted in one go and can be taken back; those that something uses are named with their reason', async () => {
  const calls = scriptFetch({
    'GET /files': () => pageOf(files),
    'POST /files/delete-many': success({
      message: '',
      ids: [1],
      refused: [{ id: 2, name: long, message: 'It is used by 2 assessments. Remove it there first.' }],
    }),
    'POST /files/restore-many': success({ message: '', ids: [1], refused: [] }),
  });
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 files?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('It is used by 2 assessments. Remove it there first.')).toBeDefined();
  expect(calls.find(({ path }) => path === '/files/delete-many')?.body).toEqual({ ids: [1, 2] });
  await userEvent.click(dialog.getByRole('button', { name: 'Undo' }));
  expect(await dialog.findByText('1 restored')).toBeDefined();
  expect(calls.find(({ path }) => path === '/files/restore-many')?.body).toEqual({ ids: [1] });
});

test('one box finds by name; dates and type open by a press, stand as chips and go one by one', async () => {
  const asked: URLSearchParams[] = [];
  scriptFetch({
    'GET /files': ({ query }) => {
      asked.push(query);
      return pageOf(files);
    },
  });
  open('?type=image&start_date=2026-11-01');
  await userEvent.type(await screen.findByRole('searchbox'), 'ball{Enter}');
  await waitFor(() => expect(asked.at(-1)?.get('search_text')).toBe('ball'));
  expect(asked.at(-1)?.get('type')).toBe('image');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Start Date: Sun, Nov 1, 2026' }));
  await waitFor(() => expect(asked.at(-1)?.get('start_date')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Search Files' }));
  expect(screen.getByLabelText('File Type')).toHaveProperty('value', 'image');
});
