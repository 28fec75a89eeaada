import '../../testing/dialog.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../base/api.ts';
import { snackStore } from '../../base/snackbar.ts';
import { DeleteDialog, type DeleteDialogProps } from './DeleteDialog.tsx';

afterEach(cleanup);

function ask(props: Partial<DeleteDialogProps>) {
  const onClose = vi.fn<() => void>();
  render(
    <DeleteDialog title="Delete Class?" name="Biology" confirmLabel="Delete" onDelete={() => undefined} onClose={onClose} {...props}>
      <p>Its work is kept.</p>
    </DeleteDialog>,
  );
  return onClose;
}

test('[B2088] it names what is deleted and what follows, with the focus on Cancel, and closes after the deletion', async () => {
  const onDelete = vi.fn<(isConfirmed: boolean) => Promise<void>>(async () => undefined);
  const onClose = ask({ onDelete });
  expect(screen.getByText('Biology')).toBeTruthy();
  expect(screen.getByText('Its work is kept.')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDelete).toHaveBeenCalledWith(false);
});

test('a refusal stays in the dialog, or closes it and appears in red', async () => {
  const onDelete = vi.fn<() => Promise<void>>().mockRejectedValue(new ApiError('NETWORK'));
  const onClose = ask({ onDelete });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/no connection to the school/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  cleanup();
  const onCloseOther = ask({ onDelete, closesOnRefusal: true });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onCloseOther).toHaveBeenCalledOnce());
  expect(snackStore.get()?.color).toBe('red');
});

test('a refusal that can be overruled is shown, and asked about again', async () => {
  const refusal = new ApiError('CLASS_NOT_EMPTY', { message: 'It has 3 students.' });
  const onDelete = vi.fn<(isConfirmed: boolean) => Promise<void>>().mockRejectedValueOnce(refusal).mockResolvedValueOnce(undefined);
  const onClose = ask({ onDelete, again: { code: 'CLASS_NOT_EMPTY', confirmLabel: 'Delete Anyway' } });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('It has 3 students.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
  await userEvent.click(screen.getByRole('button', { name: 'Delete Anyway' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onDelete.mock.calls).toEqual([[false], [true]]);
});
