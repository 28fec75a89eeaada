import { describe, expect, test } from 'vitest';
import type { AnswerItem, DraftItem } from '../../lesson/outbox/item.ts';
import { active, post, session } from '../testing/lesson-data.ts';
import { NOTHING_KNOWN, takeActive } from './model.ts';
import { canReadComments, canReadFeed, modeOf, ownAnswerOf, unfiledDraftOf, waitsForClosing } from './view.ts';

const open = takeActive(NOTHING_KNOWN, active());
const closed = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A'], true) }));
const answered = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7) }));

const item: AnswerItem = {
  kind: 'answer',
  key: 'k',
  account_id: 7,
  assessment_id: 8,
  session_id: 40,
  form: 'Form - 1A',
  response_id: 12,
  comment: 'because',
  order: 1,
  written_at: 1,
  refusal: null,
  received_at: null,
};
const refused = (code: string): AnswerItem => ({ ...item, refusal: { code, message: 'The words of the server.', at: 1 } });

describe('the Live Feed tab', () => {
  test.each([
    ['takes answers while time is left', open, [], 60, 'answering'],
    ['takes none at 0:00, and waits for the closing', open, [], 0, 'time-up'],
    ['discusses after answering', answered, [], 60, 'discussing'],
    ['discusses with an answer that is still on this device', open, [item], 60, 'discussing'],
    ['discusses once the form is closed', closed, [], 0, 'discussing'],
    ['takes a corrected answer after one that was refused for its content', open, [refused('VALIDATION_FAILED')], 60, 'answering'],
    ['takes no other answer when there is one on another device', open, [refused('ALREADY_ANSWERED')], 60, 'discussing'],
    ['knows an answer of another run for what it is', open, [{ ...item, session_id: 39 }], 60, 'answering'],
  ] as const)('%s', (_, model, items, seconds, mode) => {
    expect(modeOf(model, items, seconds)).toBe(mode);
  });
});

describe('the own answer', () => {
  test('is the server’s where there is one', () => {
    expect(ownAnswerOf(answered, [item], 'Form - 1A')).toMatchObject({ standing: 'sent', response_id: 11 });
  });

  test('is said to be on this device until it is confirmed', () => {
    expect(ownAnswerOf(open, [item], 'Form - 1A')).toMatchObject({ standing: 'waiting', response_id: 12 });
    expect(ownAnswerOf(open, [{ ...item, received_at: '2026-11-20T10:01:00.000Z' }], 'Form - 1A')).toMatchObject({ standing: 'sent' });
  });

  test('that was refused says so with the server’s words', () => {
    expect(ownAnswerOf(open, [refused('PHASE_CLOSED')], 'Form - 1A')).toMatchObject({ standing: 'refused', refusal: { message: 'The words of the server.' } });
  });

  test('that the server filed empty gives way to what is on this device, and is none by itself', () => {
    const empty = post(1, 7, {
      filed_by: 'server',
      body: [{ response: null, comment: { type: 'doc', content: [] }, detail: { title: null, response_id: null } }],
    });
    const model = takeActive(NOTHING_KNOWN, active({ post_response: empty, session: session({}, ['Form - 1A'], true) }));
    expect(ownAnswerOf(model, [refused('PHASE_CLOSED')], 'Form - 1A')).toMatchObject({ standing: 'refused', comment: 'because' });
    expect(ownAnswerOf(model, [], 'Form - 1A')).toBeNull();
  });
});

test('[L078] posts are not even asked for before the server has the answer or the form is closed', () => {
  expect([open, answered, closed].map(canReadFeed)).toEqual([false, true, true]);
});

test('[LIVE-35] comments are withheld, of earlier forms too, while the open form is not answered', () => {
  const second = takeActive(NOTHING_KNOWN, active({ session: session({}, ['Form - 1A', 'Form - 1B']) }));
  expect([open, answered, closed, second].map(canReadComments)).toEqual([false, true, true, false]);
});

test('what this device drafted stands in for the answer until the server has said what was filed', () => {
  const draft: DraftItem = { ...item, kind: 'draft', key: 'd', revision: 2, saved_revision: 2, saved_at: '2026-11-20T10:01:00.000Z' };
  const unheard = { ...closed, settled: [] };
  expect(unfiledDraftOf(unheard, [draft], 'Form - 1A')).toBe(draft);
  expect(unfiledDraftOf(closed, [draft], 'Form - 1A')).toBeNull();
  expect(unfiledDraftOf(unheard, [{ ...draft, response_id: null, comment: ' ' }], 'Form - 1A')).toBeNull();
  expect(unfiledDraftOf(unheard, [{ ...draft, session_id: 39 }], 'Form - 1A')).toBeNull();
});

describe('[LIVE-110] answers that are shown when the form closes', () => {
  const plan = { shows_answers: 'when-closed', with_names: true } as const;
  const waiting = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7), session: session({ plan }) }));

  test('the feed is not asked for before the closing, even after answering, and is at once then', () => {
    expect([canReadFeed(answered), canReadFeed(waiting)]).toEqual([true, false]);
    expect(waitsForClosing(waiting)).toBe(true);
    const over = takeActive(NOTHING_KNOWN, active({ post_response: post(1, 7), session: session({ plan }, ['Form - 1A'], true) }));
    expect([canReadFeed(over), waitsForClosing(over)]).toEqual([true, false]);
  });
});
