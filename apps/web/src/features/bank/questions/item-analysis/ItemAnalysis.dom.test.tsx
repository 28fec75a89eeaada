import type { ItemResultView } from '@classwright/contract/lesson/item-analysis/calls';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { ItemAnalysis } from './ItemAnalysis.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const result: ItemResultView = {
  part: 'first',
  question_version_id: 7,
  version: 2,
  times_asked: 3,
  last_asked_at: '2026-11-12T09:00:00.000Z',
  answered_first: 50,
  answered_second: 48,
  share_first: 0.42,
  share_second: 0.75,
  gain: 0.569,
  discrimination: -0.124,
  transfer_if_right: 0.8,
  transfer_if_wrong: 0.4,
  hint: 'discuss',
  responses: [
    { response_id: 1, title: 'It gets brighter', is_valid: false, first: 29, second: 12, first_strong: 9, first_weak: 20 },
    { response_id: 2, title: 'It stays the same', is_valid: true, first: 21, second: 36, first_strong: 15, first_weak: 6 },
  ],
  moves: [
    { from: 1, to: 1, count: 10 },
    { from: 1, to: 2, count: 18 },
    { from: 2, to: 1, count: 2 },
    { from: 2, to: 2, count: 17 },
  ],
};
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ItemAnalysis questionId={9} />
    </QueryClientProvider>,
  );
const answer = (...data: ItemResultView[]) => scriptFetch({ 'GET /questions/9/item-analysis': success({ question_id: 9, data, reasons: [] }) });

test('[B250] figures, what they mean, and how often each response was chosen before and after discussion', async () => {
  answer(result);
  show();
  expect(await screen.findByText('Asked in 3 lessons, the last on Thu, Nov 12, 2026.')).toBeTruthy();
  expect(screen.getByText('Good for discussion')).toBeTruthy();
  const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  expect(figure('Right in 1A')).toBe('42%50 answers');
  expect(figure('Right in 1B')).toBe('75%48 answers');
  expect(figure('Normalized gain')).toContain('0.57');
  expect(figure('Discrimination')).toContain('−0.12');
  expect(figure('Right on the partner question')).toContain('80% of those right in 1B, 40% of the others.');
  const row = screen.getByRole('row', { name: /It stays the same/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['42% (21)', '75% (36)', '15 of 24', '6 of 26']);
  expect(within(row).getByText('Right')).toBeTruthy();
});

test('[B251] how answers changed is drawn as ribbons, and said in words', async () => {
  answer(result);
  show();
  expect(await screen.findByText('18 of 47 who answered both times moved from wrong to right')).toBeTruthy();
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'A – A: 10, Kept wrong; A – B: 18, Wrong to right; B – A: 2, Right to wrong; B – B: 17, Kept right',
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Kept right 17',
    'Wrong to right 18',
    'Right to wrong 2',
    'Kept wrong 10',
  ]);
});

test('a transfer question was answered once, so it shows no gain', async () => {
  answer({ ...result, moves: [], part: 'transfer', share_second: null, gain: null, hint: null, answered_first: 8, times_asked: 1 });
  show();
  expect(await screen.findByText(/^Asked in 1 lesson, on .* Few answers: these figures are uncertain\.$/)).toBeTruthy();
  expect(screen.queryByText('Normalized gain')).toBeNull();
  expect(screen.queryByText('After discussion')).toBeNull();
});

test('[B2311] reasons that convinced a class are listed with the response and the votes, and nothing is shown without any', async () => {
  const comment = { type: 'doc' as const, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The second path takes current away.' }] }] };
  const reasons = [{ response: 'It stays the same', comment, votes: 5, voters: 7 }];
  scriptFetch({ 'GET /questions/9/item-analysis': success({ question_id: 9, data: [result], reasons }) });
  show();
  const part = await screen.findByRole('region', { name: 'Reasons that convinced' });
  expect(within(part).getByRole('listitem').textContent).toBe('The second path takes current away.It stays the same · 5 of 7 votes');
  cleanup();
  answer(result);
  show();
  expect(await screen.findByText('Right in 1A')).toBeTruthy();
  expect(screen.queryByText('Reasons that convinced')).toBeNull();
});

test('a question that no lesson has asked says so; a failure can be tried again', async () => {
  answer();
  show();
  expect(await screen.findByText('No lesson has asked this question yet')).toBeTruthy();
  cleanup();
  scriptFetch({ 'GET /questions/9/item-analysis': failure(429, 'TOO_MANY_REQUESTS') });
  show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  answer(result);
  await userEvent.click(retry);
  expect(await screen.findByText('Right in 1A')).toBeTruthy();
});
