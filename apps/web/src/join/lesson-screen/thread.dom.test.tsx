import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { signIn, signOut } from '../../base/session.ts';
import { closeSnack, snackStore } from '../../base/snackbar.ts';
import type { UserView } from '@classwright/contract/people/sign-in/calls';
import type { PostView } from '@classwright/contract/lesson/live/views';
import { NOTHING_KNOWN, takeActive, type LessonModel } from '../lesson/model.ts';
import { active, comment, post, session } from '../testing/lesson-data.ts';
import { makeStaticLesson } from '../testing/lesson-stand-in.tsx';
import { PostThread } from './PostThread.tsx';

type Reply = { status: number; body: unknown } | 'no network';

const sent: { path: string; key: string | null; body: unknown }[] = [];
let reply: Reply = 'no network';
/** A promise that delays responses. */
let onTheWay: Promise<unknown> = Promise.resolve();

beforeEach(() => {
  onTheWay = Promise.resolve();
  signIn('token-7', { account_id: 7, rights: [] } as unknown as UserView);
  sent.length = 0;
  for (const place of ['post-1', 'comment-1']) localStorage.removeItem(`cw.typed.7.${place}`);
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    sent.push({ path: input, key: new Headers(init.headers).get('idempotency-key'), body: init.body ? JSON.parse(String(init.body)) : null });
    await onTheWay;
    if (reply === 'no network') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(reply.body), { status: reply.status, headers: { 'content-type': 'application/json' } });
  });
});
afterEach(() => {
  cleanup();
  closeSnack();
  signOut('chosen');
  vi.unstubAllGlobals();
});

const commentable: LessonModel = takeActive(NOTHING_KNOWN, active({ post_response: post(9, 7), session: session({ can_comment: true }) }));
const success = (body: Record<string, unknown>): Reply => ({ status: 200, body: { status: 'success', ...body } });
const refusal = (code: string, message: string): Reply => ({ status: 409, body: { status: 'error', code, message } });

function show(shown: PostView, model = commentable) {
  const stand = makeStaticLesson(model);
  const Thread = () => {
    const [open, setOpen] = useState(true);
    return <PostThread post={shown} open={open} onToggle={() => setOpen(!open)} />;
  };
  const view = render(<Thread />, { wrapper: stand.Around });
  return { ...stand, ...view };
}

describe('a post with more comments than come with it', () => {
  const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => comment(from + index));
  const shown = () => [...document.querySelectorAll('[data-comment]')].map((element) => Number(element.getAttribute('data-comment')));
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  test('[B104] counts all of them, shows the newest, and the earlier ones when they are asked for', async () => {
    show(post(1, 2, { comments: many(61, 50), earlier: { comments: 60, remarks: 60 } }));
    expect(screen.getByRole('button', { name: '110 comments, post of Priya Nair' })).toBeTruthy();
    expect(shown()).toEqual(numbers(61, 110));
    reply = success({ comments: many(11, 50), earlier: { comments: 10, remarks: 10 } });
    await userEvent.click(screen.getByRole('button', { name: 'Show 60 earlier' }));
    await waitFor(() => expect(shown()).toEqual(numbers(11, 110)));
    expect(sent.at(-1)?.path).toContain('/posts/comments/earlier?post_id=1&before=61');
    reply = 'no network';
    await userEvent.click(screen.getByRole('button', { name: 'Show 10 earlier' }));
    await waitFor(() => expect(snackStore.get()?.message).toBe('Something Went Wrong'));
    expect(shown()).toEqual(numbers(11, 110));
  });
});

describe('the boxes for comments and replies', () => {
  test('[L081] are shown only while the teacher has commenting enabled', () => {
    show(post(1, 2, { comments: [comment(1)] }), takeActive(NOTHING_KNOWN, active({ post_response: post(9, 7) })));
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Reply/ })).toBeNull();
    expect(screen.getByText('But does it split?')).toBeTruthy();
    expect(screen.getByText('Your teacher has turned commenting off.')).toBeTruthy();
  });

  test('[L313] an empty comment is not sent', async () => {
    show(post(1, 2));
    await userEvent.type(screen.getByRole('textbox'), '   ');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(sent).toEqual([]);
  });

  test('[L530] a comment that was taken says so in green, and the box is empty again', async () => {
    reply = success({ comment: comment(5) });
    show(post(1, 2));
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment on Priya’s post' }), 'But does it split?{Enter}');
    await waitFor(() => expect(snackStore.get()).toMatchObject({ message: 'Comment added Successfully', color: 'green' }));
    expect(sent).toMatchObject([{ path: '/api/posts/comments/add', body: { post_id: 1, comment: 'But does it split?' } }]);
    expect(screen.getByRole('textbox')).toHaveProperty('value', '');
  });

  test('[L528] what the server refuses is said in its words, in red, and what was typed stays', async () => {
    reply = refusal('COMMENTING_DISABLED', 'Your teacher has turned commenting off.');
    const { reloads } = show(post(1, 2));
    await userEvent.type(screen.getByRole('textbox'), 'Too late?{Enter}');
    await waitFor(() => expect(snackStore.get()).toMatchObject({ message: 'Your teacher has turned commenting off.', color: 'red' }));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Too late?');
    expect(reloads()).toBe(1);
  });

  test('[L529] without an answer something went wrong; the text survives a reload and is sent again under the same key', async () => {
    reply = 'no network';
    const { unmount } = show(post(1, 2));
    await userEvent.type(screen.getByRole('textbox'), 'Is it there?{Enter}');
    await waitFor(() => expect(snackStore.get()).toMatchObject({ message: 'Something Went Wrong', color: 'red' }));
    unmount();
    reply = success({ comment: comment(5) });
    show(post(1, 2));
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'Is it there?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', ''));
    expect(sent).toHaveLength(2);
    expect(sent[0]?.key).toBe(sent[1]?.key);
  });

  test('a changed text is another comment, under another key', async () => {
    reply = 'no network';
    show(post(1, 2));
    await userEvent.type(screen.getByRole('textbox'), 'One{Enter}');
    await userEvent.type(screen.getByRole('textbox'), ' more{Enter}');
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  test.each([
    ['in the box', '', 'Comment on Priya’s post'],
    ['in the box of a reply', 'Reply to Leo Castellano', 'Reply to Leo Castellano'],
  ])('[B235] what is written on %s while the words before it are on their way stays, as words that were not sent', async (_where, opens, label) => {
    reply = opens ? success({ reply: comment(1, 1).replies[0] }) : success({ comment: comment(5) });
    let arrive = (): void => undefined;
    onTheWay = new Promise<void>((resolve) => (arrive = resolve));
    show(post(1, 2, { comments: [comment(1)] }));
    if (opens) await userEvent.click(screen.getByRole('button', { name: opens }));
    await userEvent.type(screen.getByRole('textbox', { name: label }), 'Why two?{Enter}');
    await userEvent.type(screen.getByRole('textbox', { name: label }), ' And where');
    arrive();
    await waitFor(() => expect(snackStore.get()).toMatchObject({ color: 'green' }));
    await waitFor(() => expect(screen.getByRole('textbox', { name: label })).toHaveProperty('value', 'And where'));
    await userEvent.keyboard(' to?{Enter}');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent.map(({ body }) => Object.values(body as object).at(-1))).toEqual(['Why two?', 'And where to?']);
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  test('[L531] a reply goes to its comment; Escape goes back to the post', async () => {
    reply = success({ reply: comment(1, 1).replies[0] });
    show(post(1, 2, { comments: [comment(1)] }));
    await userEvent.click(screen.getByRole('button', { name: 'Reply to Leo Castellano' }));
    const box = screen.getByRole('textbox', { name: 'Reply to Leo Castellano' });
    expect(document.activeElement).toBe(box);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'Comment on Priya’s post' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Reply to Leo Castellano' }));
    await userEvent.type(screen.getByRole('textbox'), 'It does{Enter}');
    await waitFor(() => expect(snackStore.get()?.message).toBe('Reply added Successfully'));
    expect(sent).toMatchObject([{ path: '/api/posts/comment/replies/add', body: { comment_id: 1, reply: 'It does' } }]);
  });
});

describe('the like button', () => {
  test('[L532][L270] likes at once and says so', async () => {
    reply = success({ total_likes: [3, 7], total_dislikes: [] });
    const shown = post(1, 2, { total_likes: [3] });
    const { model } = show(shown, { ...commentable, feed: { form: 'Form - 1A', visible: true, posts: [shown], distribution: null } });
    await userEvent.click(screen.getByRole('button', { name: 'Like the post of Priya Nair, 1' }));
    expect(model.get().feed?.posts[0]?.total_likes).toEqual([3, 7]);
    await waitFor(() => expect(snackStore.get()).toMatchObject({ message: 'Reaction Successfully', color: 'green' }));
    expect(sent).toMatchObject([{ body: { post_id: 1, reaction_type: 'like' } }]);
  });

  test('takes the like back when the server does not take it', async () => {
    reply = refusal('SESSION_NOT_RUNNING', 'This lesson is not running.');
    const shown = post(1, 2);
    const { model } = show(shown, { ...commentable, feed: { form: 'Form - 1A', visible: true, posts: [shown], distribution: null } });
    await userEvent.click(screen.getByRole('button', { name: /^Like/ }));
    await waitFor(() => expect(snackStore.get()).toMatchObject({ message: 'This lesson is not running.', color: 'red' }));
    expect(model.get().feed?.posts[0]?.total_likes).toEqual([]);
  });

  test('[B185] [L080][L272] does nothing more on a post already liked, and keeps the focus; on one’s own it is disabled', async () => {
    reply = success({ total_likes: [7], total_dislikes: [] });
    const liked = post(1, 2, { total_likes: [7] });
    show(liked);
    const button = screen.getByRole('button', { name: 'You like this. Likes: 1' });
    expect([button.getAttribute('aria-disabled'), (button as HTMLButtonElement).disabled]).toEqual(['true', false]);
    await userEvent.click(button);
    expect(document.activeElement).toBe(button);
    expect(sent).toEqual([]);
    cleanup();
    show(post(1, 7, { total_likes: [3] }));
    expect(screen.getByRole('button', { name: 'Likes of your post: 1' })).toHaveProperty('disabled', true);
  });
});
