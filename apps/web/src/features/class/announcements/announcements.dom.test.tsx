import type { AnnouncementView } from '@classwright/contract/class/announcements/calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import '../../../testing/dialog.ts';
import { deleteKeptData } from '../../../base/delete-kept-data.ts';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { choose } from '../../../testing/choose.ts';
import { person } from '../../../testing/people.ts';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { courseOf } from '../classes/testing/course.ts';
import { getSession } from '../../../base/session.ts';
import { keepLastClass } from './last-class.ts';
import { NotificationsScreen, StreamScreen } from './index.ts';

beforeEach(() => {
  readyForScreen();
  localStorage.clear();
});
afterEach(closeScreen);

const RIGHTS = ['announcements:view', 'announcements:create', 'announcements:edit', 'announcements:delete', 'announcements:comment'];
const one = (id: number, more: Partial<AnnouncementView> = {}): AnnouncementView => ({
  id,
  courseId: 3,
  course_name: 'Physics 9B',
  summary: `Note ${id}`,
  text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Note ${id}` }] }] },
  state: 'PUBLISHED',
  alternateLink: `/class-details/3?announcement=${id}`,
  creationTime: '2026-11-16T08:10:00.000Z',
  updateTime: '2026-11-16T08:10:00.000Z',
  updated_at: '2026-11-16T08:10:00.000Z',
  scheduledTime: null,
  missed_at: null,
  posted_at: '2026-11-16T08:10:00.000Z',
  creatorUserId: 7,
  creator_name: 'Ada Byron',
  assigneeMode: 'ALL_STUDENTS',
  comments_count: 2,
  is_own_class: true,
  also_in: [],
  materials: [{ link: { url: 'https://example.org/guide', title: 'Bench guide' } }],
  individualStudentsOptions: { studentIds: '' },
  can_comment: true,
  ...more,
});
const AUDIENCE = success({
  courses: [
    { id: 3, name: 'Physics 9B', section: 'B' },
    { id: 4, name: 'Physics 9A', section: '' },
  ],
  students: [
    { id: 21, name: 'Bao Nguyen', course_id: 3 },
    { id: 22, name: 'Carmen Ruiz', course_id: 3 },
  ],
  time_zone: 'America/New_York',
});

type Answers = Parameters<typeof scriptFetch>[0];
function openStream(answers: Answers = {}, { address = '/class-details/3', staff = true } = {}) {
  const calls = scriptFetch({
    'GET /courses/3': success({ course: courseOf({ standing: staff ? 'staff' : 'student', enrollmentCode: staff ? 'k7m2xqa' : null }) }),
    'GET /courses/3/upcoming': success({ data: [], total: 0, time_zone: 'UTC' }),
    'GET /courses/3/announcements': success({ data: [one(2), one(1)], next: null, drafts: [one(9, { state: 'DRAFT', summary: 'Bring a compass.' })] }),
    'GET /announcements/audience': AUDIENCE,
    'GET /announcements/2': success({ announcement: one(2) }),
    ...answers,
  });
  const router = openScreen(StreamScreen, { address, path: '/class-details/$id', rights: RIGHTS });
  return { calls, router };
}

test('[K029] [K124] the banner names the class, its section, subject and room, and for staff its code, which is copied', async () => {
  userEvent.setup(); // a clipboard
  openStream();
  const banner = await screen.findByRole('region', { name: 'Physics 9B' });
  for (const words of ['Physics 9B', 'Section B', 'Physics', '214', 'k7m2xqa']) expect(within(banner).getByText(words)).toBeDefined();
  await userEvent.click(within(banner).getByRole('button', { name: 'Copy the class code' }));
  expect(await navigator.clipboard.readText()).toBe('k7m2xqa');
});

test('what is not posted yet stands above for staff, and comes with the first of the stream', async () => {
  const { calls } = openStream();
  expect(await screen.findByText('Bring a compass.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Post now' })).toBeDefined();
  expect(calls.filter(({ path }) => path === '/courses/3/announcements')).toHaveLength(1);
});

test('students see no code and no place to post; of an announcement they copy the link alone', async () => {
  openStream({ 'GET /courses/3/announcements': success({ data: [one(1, { is_own_class: false })], next: null, drafts: [] }) }, { staff: false });
  await screen.findByText('Note 1');
  expect(screen.queryByText('Class code')).toBe(null);
  expect(screen.queryByText('Announce something to Physics 9B')).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Actions for the announcement of Ada Byron' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Copy link']);
});

test('[K126] nothing due says so; [K125] what is due stands there with its day, and View All leads to the classwork', async () => {
  openStream();
  await screen.findByText('No work due soon');
  expect(screen.getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/class-classwork/3');
  closeScreen();
  readyForScreen();
  const due = { id: 9, title: 'Kirchhoff problems', workType: 'ASSIGNMENT', dueDate: null, dueTime: null, due_at: '2026-11-23T12:00:00.000Z' };
  openStream({ 'GET /courses/3/upcoming': success({ data: [due], total: 1, time_zone: 'UTC' }) });
  await screen.findByText('Kirchhoff problems');
  expect(screen.getByText('Due : Mon, Nov 23, 2026')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Kirchhoff problems' }).getAttribute('href')).toBe('/class-classwork/3?work=9');
});

test('[K129] [K130] an announcement shows its text and time; its menu edits it and copies a link that opens it', async () => {
  userEvent.setup(); // a clipboard
  const { router } = openStream();
  const card = await screen.findByRole('article', { name: 'Note 2' });
  expect(within(card).getByText('Note 2')).toBeDefined();
  expect(within(card).getByText(/Mon, Nov 16, 2026/)).toBeDefined();
  await userEvent.click(within(card).getByRole('button', { name: 'Actions for the announcement of Ada Byron' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(new URL('/class-details/3?announcement=2', location.href).href);
  await userEvent.click(within(card).getByRole('button', { name: 'Actions for the announcement of Ada Byron' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByRole('dialog', { name: 'Edit Announcement' })).toBeDefined();
  expect(router.state.location.search).toEqual({ edit: 2 });
});

test('[K131] [K132] [K133] pressed it opens on the whole screen: its text and materials, and what students replied', async () => {
  const reply = {
    id: 5,
    account: { id: 21, name: 'Bao Nguyen', picture_url: null },
    by_student: true,
    comment: 'Ice does.',
    created_at: '2026-11-16T09:00:00.000Z',
    can_delete: true,
  };
  const { calls, router } = openStream({
    'GET /announcements/2/comments': success({ comments: [reply], earlier_count: 0, can_comment: true }),
    'POST /announcements/2/comments': success({ comment: { ...reply, id: 6, comment: 'So does oil.' } }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Open: Note 2' }));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Question', 'Student answers']);
  expect(within(dialog).getByText('Note 2')).toBeDefined();
  expect(within(dialog).getByRole('link', { name: 'Bench guide' }).getAttribute('href')).toBe('https://example.org/guide');
  await userEvent.click(within(dialog).getByRole('tab', { name: 'Student answers' }));
  await within(dialog).findByText('Ice does.');
  expect(router.state.location.search).toEqual({ announcement: 2, show: 'answers' });
  await userEvent.type(within(dialog).getByLabelText('Reply'), 'So does oil.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ comment: 'So does oil.' }));
  await waitFor(() => expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Reply').value).toBe(''));
});

test('where replies are turned off that is said; a reply that fails stays in its field with the reason', async () => {
  const answers = (can_comment: boolean) => success({ comments: [], earlier_count: 0, can_comment });
  openStream({ 'GET /announcements/2/comments': answers(false) }, { address: '/class-details/3?announcement=2&show=answers' });
  await screen.findByText('Replies are turned off here.');
  closeScreen();
  readyForScreen();
  openStream(
    { 'GET /announcements/2/comments': answers(true), 'POST /announcements/2/comments': failure(403, 'STREAM_COMMENTING_OFF') },
    { address: '/class-details/3?announcement=2&show=answers' },
  );
  await userEvent.type(await screen.findByLabelText('Reply'), 'Kept');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('server says STREAM_COMMENTING_OFF');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reply').value).toBe('Kept');
});

test('[K127] [K128] the panel opens into its fields, is cancelled and saved; one student picked after all takes their place', async () => {
  const { calls } = openStream({ 'POST /announcements': success({ announcement: one(3), message: 'Announcement Created Successfully' }) });
  await userEvent.click(await screen.findByText('Announce something to Physics 9B'));
  expect(await screen.findByText('All students')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByText('Announce something to Physics 9B'));
  await choose(await screen.findByLabelText('For Students'), 'Bao Nguyen');
  await userEvent.click(screen.getByRole('button', { name: 'SAVE' }));
  await screen.findByText('Announcement Created Successfully');
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ students: [21], courses: [3], materials: [] });
});

test('what the server refuses stands beside its field, and what was typed survives a reload', async () => {
  const answers = { 'POST /announcements': failure(422, 'VALIDATION_FAILED', { errors: { text: ['Announcement Description is required'] } }) };
  openStream(answers);
  await userEvent.click(await screen.findByText('Announce something to Physics 9B'));
  await choose(await screen.findByLabelText('For Students'), 'Carmen Ruiz');
  await userEvent.click(screen.getByRole('button', { name: 'SAVE' }));
  await screen.findByText('Announcement Description is required');
  closeScreen();
  readyForScreen();
  openStream(answers);
  expect(await screen.findByText('Carmen Ruiz')).toBeDefined();
});

const paragraph = (text: string) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }) as AnnouncementView['text'];

test('[B674] edited by two at once, what both changed is chosen field by field, what one changed is merged, and nothing is overwritten unseen', async () => {
  const newer = one(2, { text: paragraph('Theirs'), students: undefined, materials: [], updated_at: '2026-11-16T09:00:00.000Z' } as never);
  let saves = 0;
  const { calls } = openStream(
    {
      'PUT /announcements/2': () => {
        saves += 1;
        return saves === 1
          ? failure(409, 'EDIT_CONFLICT', { params: { row: newer } })
          : success({ announcement: newer, message: 'Announcement Updated Successfully' });
      },
    },
    { address: '/class-details/3?edit=2' },
  );
  await userEvent.type(await screen.findByLabelText('Links'), '{Enter}https://example.org/mine');
  const dialog = screen.getByRole('dialog', { name: 'Edit Announcement' });
  await choose(within(dialog).getByLabelText('For Students'), 'Bao Nguyen');
  await userEvent.click(within(dialog).getByRole('button', { name: 'SAVE' }));
  // only they changed the text: it is used; both changed the links
  const choice = await within(dialog).findByRole('region', { name: 'Both changed: Links' });
  expect(within(dialog).queryByRole('region', { name: 'Both changed: Text' })).toBe(null);
  expect(screen.queryByText('Announcement Updated Successfully')).toBe(null);
  await userEvent.click(within(choice).getByLabelText('Take theirs'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'SAVE' }));
  await screen.findByText('Announcement Updated Successfully');
  const [, second] = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(second).toMatchObject({ text: paragraph('Theirs'), students: [21], materials: [], updated_at: '2026-11-16T09:00:00.000Z' });
});

test('[B675] a reply that is not sent yet survives a reload under its key, is gone once it is sent, and forgotten at sign-out', async () => {
  const address = '/class-details/3?announcement=2&show=answers';
  const none = success({ comments: [], earlier_count: 0, can_comment: true });
  const failing = openStream({ 'GET /announcements/2/comments': none, 'POST /announcements/2/comments': failure(503, 'UNAVAILABLE') }, { address });
  await userEvent.type(await screen.findByLabelText('Reply'), 'Half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('server says UNAVAILABLE');
  closeScreen();
  readyForScreen();
  const again = openStream({ 'GET /announcements/2/comments': none, 'POST /announcements/2/comments': success({ comment: {} }) }, { address });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Reply');
  expect(field.value).toBe('Half a thought');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(field.value).toBe(''));
  const keyOf = ({ calls }: typeof again) => calls.find(({ method }) => method === 'POST')?.headers.get('idempotency-key');
  expect(keyOf(again)).toBe(keyOf(failing));
  await userEvent.type(field, 'Another');
  closeScreen();
  expect(Object.keys(localStorage).filter((key) => key.includes('.reply-'))).toHaveLength(1);
  deleteKeptData(person().account_id);
  expect(Object.keys(localStorage).filter((key) => key.includes('.reply-'))).toEqual([]);
});

test('[B676] what waits for its time is edited with it: moved, kept as a draft, posted now; a day without a time is said at once', async () => {
  const waiting = one(2, { state: 'DRAFT', posted_at: null, scheduledTime: '2026-11-30T13:30:00.000Z' });
  const { calls } = openStream(
    {
      'GET /announcements/2': success({ announcement: waiting }),
      'PUT /announcements/2': success({ announcement: waiting, message: 'Announcement Updated Successfully' }),
    },
    { address: '/class-details/3?edit=2' },
  );
  const time = await screen.findByLabelText<HTMLInputElement>('Day and time');
  const dialog = screen.getByRole('dialog', { name: 'Edit Announcement' });
  expect(time.value).toBe('2026-11-30T13:30');
  fireEvent.change(time, { target: { value: '' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'SAVE' }));
  await within(dialog).findByText('Choose a day and a time.');
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([]);
  fireEvent.change(time, { target: { value: '2026-12-01T08:00' } });
  await userEvent.click(within(dialog).getByRole('button', { name: 'SAVE' }));
  await screen.findByText('Announcement Updated Successfully');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ scheduledTime: '2026-12-01T08:00:00.000Z' });
});

test.each([
  ['Now', { state: 'PUBLISHED' }],
  ['Keep as a draft', { state: 'DRAFT', scheduledTime: null }],
])('what waits for its time becomes: %s', async (label, body) => {
  const waiting = one(2, { state: 'DRAFT', posted_at: null, scheduledTime: '2026-11-30T13:30:00.000Z' });
  const { calls } = openStream(
    {
      'GET /announcements/2': success({ announcement: waiting }),
      'PUT /announcements/2': success({ announcement: waiting, message: 'Announcement Updated Successfully' }),
    },
    { address: '/class-details/3?edit=2' },
  );
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.click(screen.getByRole('button', { name: 'SAVE' }));
  await screen.findByText('Announcement Updated Successfully');
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject(body);
});

test('[B1904] a draft whose posting time passed while the class was archived says so on the stream', async () => {
  const drafts = [one(8, { state: 'DRAFT', posted_at: null, missed_at: '2026-11-15T08:00:00.000Z' }), one(9, { state: 'DRAFT', posted_at: null })];
  openStream({ 'GET /courses/3/announcements': success({ data: [], next: null, drafts }) });
  const [missed, draft] = await within(await screen.findByRole('region', { name: 'Not posted yet' })).findAllByRole('listitem');
  expect(within(missed!).getByText('It was not posted, because the class was archived at the time.')).toBeDefined();
  expect(within(draft!).getByText('Draft')).toBeDefined();
});

test('what is not there to be edited says so', async () => {
  openStream({ 'GET /announcements/2': failure(404, 'NOT_FOUND') }, { address: '/class-details/3?edit=2' });
  await screen.findByText('This announcement no longer exists, or is not for you.');
});

const openTable = (answers: Answers = {}, address = '/notifications', rights = RIGHTS) => {
  const calls = scriptFetch({ 'GET /announcements': pageOf([one(2), one(1, { is_own_class: false })]), 'GET /announcements/audience': AUDIENCE, ...answers });
  return { calls, router: openScreen(NotificationsScreen, { address, rights }) };
};

test('[K024] [K193] [L063] [L173] the table names every announcement and leads to it', async () => {
  openTable();
  expect((await screen.findByRole('link', { name: 'Note 2' })).getAttribute('href')).toContain('/class-details/3');
  expect(screen.getByRole('link', { name: 'Note 1' })).toBeDefined();
});

test('[K195] [L175] deleting asks in these words, is done, and taken back', async () => {
  const { calls } = openTable({
    'POST /announcements/delete-many': success({ message: 'Announcement Deleted Successfully', ids: [2], refused: [] }),
    'POST /announcements/restore-many': success({ message: 'The announcement was restored.', ids: [2], refused: [] }),
  });
  expect(screen.queryByRole('button', { name: 'Delete: Note 1' })).toBe(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Note 2' }));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to delete this Notification?' });
  expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeDefined();
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await screen.findByText('Announcement Deleted Successfully');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('The announcement was restored.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ ids: [2] }, { ids: [2] }]);
});

test('[B670] what went to several classes is deleted in one, or where that is ticked in all of them, and brought back in all', async () => {
  const { calls } = openTable({
    'GET /announcements': pageOf([one(2, { also_in: [7, 8] })]),
    'POST /announcements/delete-many': success({ message: '3 announcements deleted.', ids: [2, 7, 8], refused: [] }),
    'POST /announcements/restore-many': success({ message: '3 announcements were restored.', ids: [2, 7, 8], refused: [] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Note 2' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByLabelText('Also delete it in the 2 other classes it was posted to'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('3 announcements were restored.');
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ ids: [2, 7, 8] }, { ids: [2, 7, 8] }]);
});

test('[B671] more than the server takes at once are deleted and brought back in parts, and counted once', async () => {
  const chunks: number[][] = [];
  const done = ({ body }: { body?: unknown }) => {
    const { ids } = body as { ids: number[] };
    chunks.push(ids);
    return success({ message: `${ids.length} of a part`, ids, refused: [] });
  };
  openTable({
    'GET /announcements': pageOf([one(2, { also_in: Array.from({ length: 350 }, (_, at) => at + 100) })]),
    'POST /announcements/delete-many': done,
    'POST /announcements/restore-many': done,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Note 2' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('checkbox'));
  await userEvent.click(within(dialog).getByRole('button', { name: 'OK' }));
  await screen.findByText('351 announcements deleted.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('351 announcements were restored.');
  expect(chunks.map(({ length }) => length)).toEqual([300, 51, 300, 51]);
});

test('[L542] a delete that fails closes the dialog and says why, in red', async () => {
  openTable({ 'POST /announcements/delete-many': failure(403, 'NOT_ALLOWED') });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete: Note 2' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
  expect((await screen.findByText('server says NOT_ALLOWED')).closest('[data-urgent]')?.className).toContain('red');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
});

test('[K194] [L174] [K208] [K220] [K272] the plus button opens the dialog on the whole screen, with nobody chosen; [K416] a save that fails closes it, says why and keeps what was typed', async () => {
  const { calls, router } = openTable({ 'POST /announcements': failure(500, 'UNAVAILABLE') });
  await userEvent.click(await screen.findByRole('button', { name: 'Create announcement' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create Announcement' });
  expect(router.state.location.search).toEqual({ create: true });
  await choose(within(dialog).getByLabelText('For Class'), 'All classes');
  await userEvent.click(within(dialog).getByRole('button', { name: 'SAVE' }));
  await screen.findByText('server says UNAVAILABLE');
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ courses: ['ALL_CLASSES'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  await userEvent.click(await screen.findByRole('button', { name: 'Create announcement' }));
  expect(await screen.findByText('All classes')).toBeDefined();
});

test('[B1927] the class that was last written to is offered first, and forgotten when its person signs out', async () => {
  const posted = () => success({ message: 'Announcement created successfully.', announcements: [one(5)] });
  openTable({ 'POST /announcements': posted });
  const offered = async (): Promise<(string | null)[]> => {
    await userEvent.click(await screen.findByLabelText('For Class'));
    const options = await screen.findAllByRole('option', { name: /classes|Physics/ });
    return options.map(({ textContent }) => textContent);
  };
  const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create announcement' }));
  await create();
  expect(await offered()).toEqual(['All classes', 'Physics 9BB', 'Physics 9A']);
  keepLastClass([{ id: 4, name: 'Physics 9A' }]);
  keepLastClass([
    { id: 3, name: 'Physics 9B' },
    { id: 4, name: 'Physics 9A' },
  ]);
  await userEvent.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  await create();
  expect(await offered()).toEqual(['Physics 9A', 'All classes', 'Physics 9BB']);
  deleteKeptData(getSession()!.user.account_id);
  expect(Object.keys(localStorage).filter((key) => key.includes('announcement-class'))).toEqual([]);
});

test('whoever may not post finds no plus and nothing to delete', async () => {
  openTable({}, '/notifications?create=true', ['announcements:view']);
  await screen.findByText('Note 2');
  expect(screen.queryByRole('button', { name: /Create|Delete/ })).toBe(null);
  expect(screen.queryByRole('dialog')).toBe(null);
});
