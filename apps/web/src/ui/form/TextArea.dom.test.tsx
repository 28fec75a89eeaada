import '../../testing/dialog.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { FormDialog } from '../plain/FormDialog.tsx';
import { TextArea } from './TextArea.tsx';

afterEach(cleanup);

test('[B2713] Ctrl and Enter in a text of several lines of a dialog saves once', async () => {
  const onSubmit = vi.fn<() => Promise<boolean>>(() => new Promise(() => undefined));
  render(
    <FormDialog opened title="Ask" onClose={() => undefined} onSubmit={onSubmit}>
      <TextArea label="Words" />
    </FormDialog>,
  );
  await userEvent.type(screen.getByLabelText('Words'), 'Hello{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('[B2713] in a plain form Ctrl and Enter sends it once', async () => {
  const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <TextArea label="Words" />
    </form>,
  );
  await userEvent.type(screen.getByLabelText('Words'), 'Hello{Control>}{Enter}{/Control}');
  expect(onSubmit).toHaveBeenCalledOnce();
});
