import { expect, test } from 'vitest';
import type { DraftItem } from '../../lesson/outbox/item.ts';
import { saveStateOf } from './save-state.ts';

const draft: DraftItem = {
  kind: 'draft',
  key: 'k',
  account_id: 7,
  assessment_id: 8,
  session_id: 40,
  form: 'Form - 1A',
  response_id: 12,
  comment: '',
  order: 1,
  written_at: 5,
  refusal: null,
  revision: 3,
  saved_revision: 3,
  saved_at: '2026-11-20T10:24:07.000Z',
};

test('says where the words are: with the server, on this device, nowhere but here, or refused', () => {
  expect(saveStateOf(draft, 'device')).toEqual({ is: 'saved', at: '2026-11-20T10:24:07.000Z' });
  expect(saveStateOf({ ...draft, revision: 4 }, 'device')).toEqual({ is: 'on-device', atMs: 5 });
  expect(saveStateOf({ ...draft, revision: 4 }, 'memory')).toEqual({ is: 'only-here' });
  expect(saveStateOf({ ...draft, refusal: { code: 'PHASE_CLOSED', message: 'This form has closed.', at: 1 } }, 'device')).toEqual({
    is: 'refused',
    message: 'This form has closed.',
  });
  expect(saveStateOf(undefined, 'device')).toEqual({ is: 'nothing' });
});
