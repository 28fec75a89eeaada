import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { PROTOCOL_VERSION } from '@classwright/contract/protocol';
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Keeping } from '../base/keeping/keeping-store.ts';
import { noteServerProtocol } from '../base/page-age.ts';
import { getSession, signIn, signOut } from '../base/session.ts';
import { createStore } from '../base/store.ts';
import { recordResponse } from '../lesson/contact.ts';
import type { Outbox, OutboxItem } from '../lesson/outbox/index.ts';
import { person } from '../testing/people.ts';
import { scriptFetch } from '../testing/scripted-fetch.ts';
import { App } from './App.tsx';
import { Broken } from './Broken.tsx';
import { OfflineBanner } from './lesson-screen/OfflineBanner.tsx';
import { OwnAnswerCard } from './lesson-screen/OwnAnswerCard.tsx';
import { TimeUp } from './lesson-screen/TimeUp.tsx';
import { LessonProvider } from './lesson-screen/use-lesson.ts';
import type { OwnAnswer } from './lesson/view.ts';
import { type Page, startPage } from './page.ts';
import { SignedOutScreen } from './SignedOutScreen.tsx';
import { question } from './testing/lesson-data.ts';
import { makeStaticLesson } from './testing/lesson-stand-in.tsx';

/*
 * What is said of what was written is true of this browser: one that keeps nothing on the device never says that it is kept.
 */
beforeEach(() => signIn('token-7', person()));
afterEach(() => {
  cleanup();
  signOut('chosen');
  recordResponse();
  vi.unstubAllGlobals();
});

const KEEPINGS: [Keeping, boolean][] = [
  ['device', true],
  ['memory', false],
];
const WAITING = { kind: 'draft', revision: 2, saved_revision: 1, refusal: null } as OutboxItem;
const KEPT = /(saved|kept|stays) on this device|is kept/;

function stand(keeping: Keeping) {
  const { lesson } = makeStaticLesson();
  const outbox: Outbox = { ...lesson.outbox, keeping: createStore(keeping), items: createStore<readonly OutboxItem[]>([WAITING]) };
  const drafting = { ...lesson.drafting, content: createStore({ response_id: 11, comment: 'Half a sentence' }) };
  const Around = ({ children }: { children: ReactNode }) => <LessonProvider value={{ ...lesson, outbox, drafting }}>{children}</LessonProvider>;
  return { outbox, Around };
}
const says = (): boolean => KEPT.test(document.body.textContent ?? '');

describe.each(KEEPINGS)('[B1956] where the browser keeps on: %s', (keeping, isKept) => {
  test('time is up without contact', () => {
    act(() => void dispatchEvent(new Event('offline')));
    render(<TimeUp question={question as unknown as RevealedQuestionView} />, { wrapper: stand(keeping).Around });
    expect(says()).toBe(isKept);
    expect(document.body.textContent?.includes('Keep this page open')).toBe(!isKept);
  });

  test('contact is lost', () => {
    act(() => void dispatchEvent(new Event('offline')));
    render(<OfflineBanner />, { wrapper: stand(keeping).Around });
    expect(says()).toBe(isKept);
    expect(document.body.textContent?.includes('Keep this page open')).toBe(!isKept);
  });

  test('another device signed this one out', () => {
    render(<SignedOutScreen message="Somebody else" outbox={stand(keeping).outbox} />);
    expect(says()).toBe(isKept);
    expect(document.body.textContent?.includes('Keep this page open')).toBe(!isKept);
  });

  test('the page stopped working', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Faulty = (): ReactNode => {
      throw new Error('faulty');
    };
    render(
      <Broken outbox={stand(keeping).outbox}>
        <Faulty />
      </Broken>,
    );
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(says()).toBe(isKept);
  });

  test('the page is older than the server', () => {
    const page = {
      screen: createStore({ is: 'loading' as const }),
      begun: createStore(null),
      outbox: stand(keeping).outbox,
      seatAsked: createStore(0),
      settled: Promise.resolve(),
      retry: () => undefined,
      stop: () => undefined,
    } as Page;
    render(<App page={page} />);
    act(() => noteServerProtocol(String(PROTOCOL_VERSION + 1)));
    expect(screen.getByText(/A new version is ready/)).toBeTruthy();
    expect(says()).toBe(isKept);
  });
});

test('[B1956] a sign-in that ended while something waits in a browser that keeps nothing is not said to have kept it', async () => {
  scriptFetch({ 'POST /live/learning/draft': 'offline', 'POST /posts/add': 'offline' });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const toSignIn = vi.fn<() => void>();
  const page = startPage(
    getSession()!,
    8,
    { toLesson: vi.fn<() => void>(), toSnapshot: vi.fn<() => void>(), toHome: vi.fn<() => void>(), toSignIn },
    { first: { is: 'snapshot', assessmentId: 8 } },
  );
  await page.outbox.ready;
  await page.outbox.writeDraft({ assessment_id: 8, session_id: 40, form: 'Form - 1A', response_id: 11, comment: 'Half', written_at: 1 } as never);
  expect(page.outbox.keeping.get()).toBe('memory'); // there is no database here
  act(() => signOut('expired'));
  expect(toSignIn.mock.calls).toEqual([[{ reason: 'expired', isLost: true }]]);
  page.stop();
});

test('[B1956] an answer that waits on the device is not called submitted', () => {
  const own: OwnAnswer = {
    ...{ form: 'Form - 1A', response_id: 11, response: null, comment: '', atMs: Date.parse('2026-11-20T10:00:00Z') },
    ...{ standing: 'waiting', refusal: null, filedByServer: false, isCensored: false, isCorrect: null },
  } as OwnAnswer;
  const { rerender } = render(<OwnAnswerCard own={own} question={null} />);
  expect(document.body.textContent).not.toContain('submitted');
  rerender(<OwnAnswerCard own={{ ...own, standing: 'refused' }} question={null} />);
  expect(document.body.textContent).not.toContain('submitted');
  rerender(<OwnAnswerCard own={{ ...own, standing: 'sent' }} question={null} />);
  expect(document.body.textContent).toContain('Your answer, submitted');
});
