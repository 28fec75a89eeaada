import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { useVersionedForm } from './versioned-form.ts';

afterEach(cleanup);

const row = { name: 'Optics', note: '', updated_at: '2026-11-20T10:00:00.000Z' };
const newer = { ...row, name: 'Waves', updated_at: '2026-11-20T10:01:00.000Z' };

test('what is typed while a save is under way, or while it is asked who saved the other version, is kept when the save meets a newer version', async () => {
  let refuse = (_failure: unknown): void => undefined;
  let name = (): void => undefined;
  const { result } = renderHook(() =>
    useVersionedForm({
      row,
      toValues: (from) => ({ name: from?.name ?? '', note: from?.note ?? '' }),
      save: () => new Promise<never>((_resolve, reject) => (refuse = reject)),
      onSaved: () => undefined,
      findEditor: () => new Promise((resolve) => (name = () => resolve({ name: 'Ana Ruiz', isSelf: false }))),
    }),
  );
  act(() => result.current.change({ note: 'one' }));
  let saved: Promise<boolean> | undefined;
  act(() => void (saved = result.current.save()));
  act(() => result.current.change({ note: 'one, two' }));
  await act(async () => refuse(new ApiError('EDIT_CONFLICT', { status: 409, params: { row: newer } })));
  act(() => result.current.change({ note: 'one, two, three' }));
  await act(async () => {
    name();
    await saved;
  });
  expect(result.current.values).toEqual({ name: 'Waves', note: 'one, two, three' });
  expect(result.current.conflict).toMatchObject({ by: { name: 'Ana Ruiz' }, taken: ['name'], differing: [] });
});
