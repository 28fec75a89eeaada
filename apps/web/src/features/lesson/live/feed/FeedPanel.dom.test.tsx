import '../../../../testing/dialog.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { closeSnack } from '../../../../base/snackbar.ts';
import { signOut } from '../../../../base/session.ts';
import { comment, post } from '../../../../join/testing/lesson-data.ts';
import { failure, success } from '../../../../testing/scripted-fetch.ts';
import { openScreen } from '../testing/open-screen.tsx';
import { fakeLesson, USER, type FakeLesson } from '../testing/fake-lesson.ts';
import { assessment, feed, inForms, roster, tally } from '../testing/staff-data.ts';

// The package's browser build, which the bundler uses. Tests would otherwise load the one for Node.
vi.mock('pusher-js', async () => ({ default: ((await import('pusher-js/dist/web/pusher.js' as string)) as { default: unknown }).default }));
Element.prototype.scrollIntoView ??= () => undefined;

const priya = post(1, 2, { comments: [{ ...comment(5), post: { id: 1, first_name: 'Priya', account_id: 2, body: [] } }] });
const late = {
  form: 'Form - 1A' as const,
  kind: 'answer' as const,
  response_id: 12,
  response: 'It stays the same',
  comment: { type: 'doc' as const, content: [] },
  received_at: '2026-11-20T10:05:00.000Z',
  account: { id: 9, first_name: 'Umar', last_name: 'Farouq', profile_picture: null },
};
const ADD = '/posts/comments/add';
let server: FakeLesson;
let user: UserEvent;

async function open(answers: Parameters<typeof fakeLesson>[0] = {}, address?: string) {
  server = fakeLesson({ 'GET /live/learning/live/feed': success({ ...feed('Form - 1A', { posts: [priya] }), data: [] }), ...answers });
  const router = await openScreen(address ? { address } : {});
  await screen.findByRole('article', { name: 'Priya Nair' });
  return router;
}
const write = async (words: string) => {
  await user.click(screen.getByRole('button', { name: 'Comment on the post of Priya Nair' }));
  await user.keyboard(`${words}{Enter}`);
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem(`cw.teach.${USER.account_id}`, JSON.stringify({ showsFigures: true }));
  user = userEvent.setup();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('writing', () => {
  test('[L314] an empty comment is not sent and is named; an empty reply is not sent', async () => {
    await open();
    await write('  ');
    expect(screen.getByText('Comment is required')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Reply to Leo Castellano' }));
    await user.keyboard('{Enter}');
    expect(server.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/posts'))).toEqual([]);
  });

  test('[L530] a comment appears at once under the post, with a key against sending twice', async () => {
    const added = { ...comment(6), comment: 'Which law says so?', first_name: 'Ada', last_name: 'Byron', by_staff: true };
    await open({ [`POST ${ADD}`]: success({ comment: added }) });
    await write('Which law says so?');
    await screen.findByText('Comment added Successfully');
    expect(within(screen.getByRole('article', { name: 'Priya Nair' })).getByText('Teacher')).toBeTruthy();
    const call = server.calls.find(({ path }) => path === ADD);
    expect(call?.body).toEqual({ post_id: 1, comment: 'Which law says so?' });
    expect(call?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  test('[L531] a reply appears at once under its comment', async () => {
    const reply = {
      id: 9,
      reply: 'Look at the circuit.',
      account_id: USER.account_id,
      first_name: 'Ada',
      last_name: 'Byron',
      profile_picture: null,
      by_staff: true,
    };
    await open({ 'POST /posts/comment/replies/add': success({ reply: { ...reply, last_update: '2026-11-20T10:02:00.000Z' } }) });
    await user.click(screen.getByRole('button', { name: 'Reply to Leo Castellano' }));
    await user.keyboard('Look at the circuit.{Enter}');
    await screen.findByText('Reply added Successfully');
    expect(within(screen.getByRole('article', { name: 'Priya Nair' })).getByText('Look at the circuit.')).toBeTruthy();
    expect(server.calls.find(({ path }) => path === '/posts/comment/replies/add')?.body).toEqual({ comment_id: 5, reply: 'Look at the circuit.' });
  });

  test('[L528] [L529] what the server refuses is said in its words, what else fails as such; the words stay, and go again under the same key', async () => {
    await open({ [`POST ${ADD}`]: failure(409, 'SESSION_NOT_RUNNING') });
    await write('Why?');
    await screen.findByText('server says SESSION_NOT_RUNNING');
    server.answers[`POST ${ADD}`] = 'offline';
    await user.keyboard('{Enter}');
    await screen.findByText('Something Went Wrong');
    expect((screen.getByRole('textbox', { name: 'Comment on the post of Priya Nair' }) as HTMLTextAreaElement).value).toBe('Why?');
    const keys = server.calls.filter(({ path }) => path === ADD).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });
});

describe('liking', () => {
  const likeButton = (name: RegExp) => screen.findByRole('button', { name });

  test('[L270] [L532] shows at once, and a second press does nothing', async () => {
    await open({ 'POST /posts/reaction/submit': success({ total_likes: [USER.account_id], total_dislikes: [] }) });
    await user.click(await likeButton(/^Like the post of Priya Nair/));
    await user.click(await likeButton(/^You like the post of Priya Nair: 1 · you/));
    await screen.findByText('Reaction Successfully');
    expect(server.calls.filter(({ path }) => path === '/posts/reaction/submit').map(({ body }) => body)).toEqual([{ post_id: 1, reaction_type: 'like' }]);
  });

  test('is taken back when the server refuses it', async () => {
    await open({ 'POST /posts/reaction/submit': failure(409, 'SESSION_NOT_RUNNING') });
    await user.click(await likeButton(/^Like/));
    await screen.findByText('server says SESSION_NOT_RUNNING');
    expect((await likeButton(/^Like the post of Priya Nair/)).textContent).toBe('0');
  });
});

test('[L101] an entry of the comment log leads to its comment: form, post and focus', async () => {
  const log = {
    id: 5,
    post_id: 1,
    form: 'Form - 1A',
    posted_by: 'Priya Nair',
    commented_by: 'Leo Castellano',
    response: null,
    title: 'Closing a switch',
    comment: 'But does it split?',
    last_update: '2026-11-20T10:01:00.000Z',
  };
  const router = await open(
    {
      'GET /live/learning/assessment': success({
        assessment: assessment({ session: inForms(['Form - 1A', 'Form - 1B']), tally: tally({ form: 'Form - 1B' }) }),
      }),
      'GET /live/learning/assessment/comment/logs': success({ logs: [log], data: [], total: 1 }),
      'GET /live/learning/live/feed': (call) =>
        success({
          ...feed(call.query.get('form') as 'Form - 1A', { posts: call.query.get('form') === 'Form - 1A' ? [priya] : [post(7, 3, { form: 'Form - 1B' })] }),
          data: [],
        }),
    },
    '/teacher-live-learning?assessment_id=8&list=responses&tab=form_1A',
  ).catch(() => null);
  expect(router).toBeNull(); // the list of responses has no articles
  await user.click(await screen.findByRole('button', { name: /^Leo Castellano/ }));
  await waitFor(() => expect(document.activeElement?.id).toBe('comment-5'));
  expect(screen.getByRole('tab', { name: /^Form - 1A/ }).getAttribute('aria-selected')).toBe('true');
});

test('[B2533] an address with a post leads to that post: its form and focus', async () => {
  await open(
    {
      'GET /live/learning/assessment': success({
        assessment: assessment({ session: inForms(['Form - 1A', 'Form - 1B']), tally: tally({ form: 'Form - 1B' }) }),
      }),
      'GET /live/learning/live/feed': (call) =>
        success({
          ...feed(call.query.get('form') as 'Form - 1A', {
            posts:
              call.query.get('form') === 'Form - 1A'
                ? [post(2, 3, { account: { ...post(2, 3).account, first_name: 'Hugo' } }), priya]
                : [post(7, 3, { form: 'Form - 1B' })],
          }),
          data: [],
        }),
    },
    '/teacher-live-learning?assessment_id=8&tab=form_1A&post=1',
  );
  await waitFor(() => expect(document.activeElement?.id).toBe('post-1'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Priya Nair');
  expect(screen.getByRole('tab', { name: /^Form - 1A/ }).getAttribute('aria-selected')).toBe('true');
});

test('[B198] a press on a comment from before the newest fifty asks as far back as it stands, in its own post only', async () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => comment(from + index));
  const log = { id: 25, post_id: 1, form: 'Form - 1A', posted_by: 'Priya Nair', commented_by: 'Leo Castellano', response: null, title: 'Closing a switch' };
  const others = post(2, 3, { account: { ...post(2, 3).account, first_name: 'Hugo' }, comments: many(200, 2), earlier: { comments: 1, remarks: 1 } });
  await open({
    'GET /live/learning/assessment/comment/logs': success({
      logs: [{ ...log, comment: 'But does it split?', last_update: '2026-11-20T10:01:00.000Z' }],
      data: [],
      total: 1,
    }),
    'GET /live/learning/live/feed': success({
      ...feed('Form - 1A', { posts: [post(1, 2, { comments: many(121, 50), earlier: { comments: 120, remarks: 120 } }), others] }),
      data: [],
    }),
    'GET /posts/comments/earlier': ({ query }) => {
      const left = Math.max(0, Number(query.get('before')) - 51);
      return success({ comments: many(left + 1, Number(query.get('before')) - left - 1), earlier: left > 0 ? { comments: left, remarks: left } : null });
    },
  });
  const asked = () => server.calls.filter(({ path }) => path === '/posts/comments/earlier').map(({ query }) => query.toString());
  await user.click(await screen.findByRole('button', { name: /^Leo Castellano.*split/ }));
  await waitFor(() => expect(document.activeElement?.id).toBe('comment-25'));
  expect(asked()).toEqual(['post_id=1&before=121', 'post_id=1&before=71']);
  // Posts stay shown when the highlight ends, and another press continues from there.
  await user.click(within(screen.getAllByRole('article')[0]!).getByRole('button', { name: 'Show 20 earlier' }));
  await waitFor(() => expect(asked()).toHaveLength(5));
  expect(asked().at(-1)).toBe('post_id=1&before=21');
});

test('[L099] [L279] what came too late stands at the end, marked, in the feed and in the list of responses', async () => {
  await open({
    'GET /live/learning/live/feed': success({
      ...feed('Form - 1A', {
        posts: [priya],
        late: [late],
        responses: [{ id: 1, name: 'Priya Nair', response: 'It gets brighter', title: 'Closing a switch', form: 'Form - 1A', last_update: priya.last_update }],
      }),
      data: [],
    }),
  });
  expect(within(screen.getByRole('article', { name: 'Umar Farouq' })).getByText('Late')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'RESPONSES' }));
  const rows = within(screen.getByRole('table', { name: 'Form - 1A · Closing a switch' }))
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows[0]).toBe('NameResponseJustificationLast update');
  expect(rows[1]).toBe('Priya NairAIt gets brighter10:00 AM');
  expect(rows[2]).toContain('Umar FarouqBIt stays the same Late');
});

test('[B197] posts and comments stay behind the same curtain as the distribution, and one press opens all of it', async () => {
  localStorage.clear();
  server = fakeLesson({ 'GET /live/learning/live/feed': success({ ...feed('Form - 1A', { posts: [priya] }), data: [] }) });
  await openScreen();
  expect(await screen.findByText('1 answer hidden')).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  await user.keyboard('d');
  expect(await screen.findByRole('article')).toBeTruthy();
  expect(screen.queryByText('Results hidden from this screen')).toBeNull();
});

test('a form counts the posts that it has, whichever form is looked at: one that was filed when the next opened, and those that come meanwhile', async () => {
  const now = inForms(['Form - 1A', 'Form - 1B']);
  const second = (answered: number, as_of: number) => tally({ form: 'Form - 1B', answered, as_of });
  await open(
    {
      'GET /live/learning/assessment': success({ assessment: assessment({ session: now, attempts: now.attempts, tally: second(0, 1000) }) }),
      'GET /live/learning/student/responded': success({ ...roster(), tally: second(0, 1000) }),
      'GET /live/learning/summary': success({
        summary: { distribution: [tally({ answered: 2 }), second(0, 1000)], transitions: [] },
      }),
    },
    '/teacher-live-learning?assessment_id=8&tab=form_1A',
  );
  const counts = () => screen.getAllByRole('tab', { name: /^Form/ }).map(({ textContent }) => textContent);
  await waitFor(() => expect(counts()).toEqual(['Form - 1A2', 'Form - 1B0', 'Form - 2']));
  // Both feeds are loaded, and the second one is left again.
  server.answers['GET /live/learning/live/feed'] = success({ ...feed('Form - 1B'), data: [] });
  await user.click(screen.getByRole('tab', { name: /^Form - 1B/ }));
  await waitFor(() => expect(server.calls.some(({ query }) => query.get('form') === 'Form - 1B')).toBe(true));
  await user.click(screen.getByRole('tab', { name: /^Form - 1A/ }));
  server.sayToStaff('assessment.tally.changed', { epoch: 40, tally: second(4, 1001), server_time: '2026-11-20T10:30:00.000Z' });
  await waitFor(() => expect(counts()).toEqual(['Form - 1A2', 'Form - 1B4', 'Form - 2']));
});
