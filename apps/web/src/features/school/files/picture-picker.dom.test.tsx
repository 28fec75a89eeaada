import '../../../testing/dialog.ts';
import { en } from '@classwright/contract/messages/en';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { PicturePicker } from './PicturePicker.tsx';

afterEach(cleanup);

test('a picture that is asked for without file and words: both say so, and the first has the focus', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PicturePicker onDone={() => {}} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
  expect(screen.getByText(en['files.required'])).toBeTruthy();
  expect(screen.getByText(en['files.picture.altRequired'])).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload' })));
});
