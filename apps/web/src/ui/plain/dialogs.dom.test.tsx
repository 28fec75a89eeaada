import '../../testing/dialog.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../base/api.ts';
import { FullDialog } from '../full-dialog/index.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { TextField } from './Field.tsx';
import { FormDialog } from './FormDialog.tsx';

afterEach(cleanup);

function Confirm({ onConfirm, danger = false }: { onConfirm: () => Promise<unknown>; danger?: boolean }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Finish
      </button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Are you sure"
        confirmLabel="Yes"
        cancelLabel="No"
        danger={danger}
        onConfirm={onConfirm}
      >
        You want to close Live Learning?
      </ConfirmDialog>
    </>
  );
}

test('[B201] a dialog that React mounts twice, as it does in development, stays open, until somebody leaves it', async () => {
  const onClose = vi.fn<() => void>();
  render(
    <StrictMode>
      <FullDialog title="A question" onClose={onClose}>
        Words
      </FullDialog>
    </StrictMode>,
  );
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog')).toHaveProperty('open', true);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

describe('a question', () => {
  test('Enter confirms, and the focus returns to where it was', async () => {
    const onConfirm = vi.fn<() => Promise<unknown>>(async () => undefined);
    render(<Confirm onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(document.activeElement?.textContent).toBe('Yes');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Are you sure')).toBeNull());
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(document.activeElement?.textContent).toBe('Finish');
  });

  test('Escape closes without doing it; what cannot be taken back has the focus on No', async () => {
    const onConfirm = vi.fn<() => Promise<unknown>>(async () => undefined);
    render(<Confirm onConfirm={onConfirm} danger />);
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    expect(document.activeElement?.textContent).toBe('No');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('Are you sure')).toBeNull();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  test('[L543] a failure stays in the dialog, in words, and can be tried again', async () => {
    const onConfirm = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(new ApiError('NETWORK')).mockResolvedValueOnce(undefined);
    render(<Confirm onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(/no connection to the school/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(screen.queryByText('Are you sure')).toBeNull());
  });

  test('is asked once, however often it is pressed while it works', async () => {
    let finish: () => void = () => undefined;
    const onConfirm = vi.fn<() => Promise<unknown>>(() => new Promise<void>((resolve) => (finish = resolve)));
    render(<Confirm onConfirm={onConfirm} />);
    await userEvent.click(screen.getByRole('button', { name: 'Finish' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('Are you sure')).toBeTruthy();
    finish();
    await waitFor(() => expect(screen.queryByText('Are you sure')).toBeNull());
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});

function Form({ onSubmit }: { onSubmit: (name: string) => Promise<boolean> }) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = async () => {
    const done = await onSubmit(name);
    setError(done ? undefined : 'Name is required');
    return done;
  };
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Create
      </button>
      <FormDialog opened={opened} onClose={() => setOpened(false)} title="Create Level" onSubmit={submit} dirty={name !== ''}>
        <TextField label="Code" />
        <TextField label="Name" value={name} onChange={(event) => setName(event.target.value)} error={error} />
      </FormDialog>
    </>
  );
}

describe('a form', () => {
  test('begins at its first field; Enter saves; a failure keeps what was typed and leads to the field', async () => {
    const onSubmit = vi.fn<(name: string) => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    render(<Form onSubmit={onSubmit} />);
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Name'), 'Ten');
    screen.getByLabelText('Code').focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Name is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Ten');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Create Level')).toBeNull());
    expect(onSubmit).toHaveBeenLastCalledWith('Ten');
  });

  test('closing with unsaved changes asks, and going back keeps them', async () => {
    render(<Form onSubmit={async () => true} />);
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Ten');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText(/You have unsaved changes/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Ten');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByLabelText('Name')).toBeNull());
  });
});
