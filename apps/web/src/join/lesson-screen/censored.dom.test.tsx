import type { UserView } from '@classwright/contract/people/sign-in/calls';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signIn, signOut } from '../../base/session.ts';
import { NOTHING_KNOWN, takeActive } from '../lesson/model.ts';
import { active, comment, post } from '../testing/lesson-data.ts';
import { makeStaticLesson } from '../testing/lesson-stand-in.tsx';
import { Comment } from './Comment.tsx';
import { Discussing } from './Discussing.tsx';

const NOTE = 'Some words were replaced before others could read this.';
const words = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
const body = [{ response: null, comment: words('so [removed]'), detail: { title: null, response_id: 11 } }];

beforeEach(() => {
  signIn('token-7', { account_id: 7, rights: [] } as unknown as UserView);
  globalThis.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  signOut('chosen');
});

describe('a student whose words were replaced', () => {
  test('sees of the answer what others see, with a quiet note', () => {
    const own = post(1, 7, { body, is_censored: true });
    render(<Discussing form="Form - 1A" />, { wrapper: makeStaticLesson(takeActive(NOTHING_KNOWN, active({ post_response: own }))).Around });
    expect(screen.getByText('so [removed]')).toBeTruthy();
    expect(screen.getByText(NOTE)).toBeTruthy();
  });

  test('sees no note where nothing was replaced', () => {
    render(<Discussing form="Form - 1A" />, { wrapper: makeStaticLesson(takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7, { body }) }))).Around });
    expect(screen.getByText('so [removed]')).toBeTruthy();
    expect(screen.queryByText(NOTE)).toBeNull();
  });

  test('sees the note under the own comment and reply, and not under those of others', () => {
    const others = { ...comment(1), is_censored: true };
    const reply = {
      id: 9,
      reply: 'oh [removed]',
      is_censored: true,
      account_id: 7,
      first_name: 'Bao',
      last_name: 'Ruiz',
      profile_picture: null,
      by_staff: false,
      last_update: others.last_update,
    };
    const { rerender } = render(<Comment comment={others} onReply={null} />);
    expect(screen.queryByText(NOTE)).toBeNull();
    rerender(<Comment comment={{ ...others, replies: [reply] }} onReply={null} />);
    expect(screen.getAllByText(NOTE)).toHaveLength(1);
    rerender(<Comment comment={{ ...others, account_id: 7, replies: [reply] }} onReply={null} />);
    expect(screen.getAllByText(NOTE)).toHaveLength(2);
  });
});
