import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { type ChosenFile, FileField } from './index.ts';

afterEach(cleanup);

const sheet: ChosenFile = { file_id: 7, name: 'Sheet.pdf', url: '/files/7?x', mimeType: 'application/pdf' };
const elsewhere: ChosenFile = { file_id: null, name: 'A film', url: 'https://drive.example/1', mimeType: '' };

function Form({ first = [sheet, elsewhere], max }: { first?: ChosenFile[]; max?: number }) {
  const [files, setFiles] = useState(first);
  return (
    <QueryClientProvider client={new QueryClient()}>
      <FileField label="Attached files" value={files} onChange={setFiles} max={max} />
      <p>{`Holds: ${files.map(({ name }) => name).join()}`}</p>
    </QueryClientProvider>
  );
}
const field = () => screen.getByLabelText<HTMLInputElement>('Attached files', { selector: 'input' });
const big = (name: string, type: string, size: number) => Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });

test('[Q060] [Q076] each file stands with its name, a View link and a way to take it out', async () => {
  render(<Form />);
  expect(screen.getByRole('button', { name: 'View Sheet.pdf' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'View A film' }).getAttribute('href')).toBe('https://drive.example/1');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Sheet.pdf' }));
  expect(screen.getByText('Holds: A film')).toBeDefined();
});

test('[K322] a name of more than 40 characters is cut to 40 and an ellipsis', () => {
  render(<Form first={[{ ...sheet, name: `${'a'.repeat(41)}.pdf` }]} />);
  expect(screen.getByText(`${'a'.repeat(40)}…`)).toBeDefined();
});

test('[K320] [K321] [Q289] [Q290] what is of the wrong kind or too large is refused before anything is sent', async () => {
  const user = userEvent.setup({ applyAccept: false });
  render(<Form first={[]} />);
  await user.upload(field(), [
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
    new File([], 'empty.png', { type: 'image/png' }),
    big('film.mp4', 'video/mp4', 52_428_801),
  ]);
  const rows = within(screen.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('alert').textContent)).toEqual([
    'Only images, audio, video, and PDF files are allowed.',
    'This file is empty. Choose another one.',
    'File exceeds the 50MB size limit.',
  ]);
  await user.click(screen.getByRole('button', { name: 'Remove notes.txt from this list' }));
  expect(screen.queryByText('notes.txt')).toBeNull();
});

test('a field that is full takes no more', () => {
  render(<Form max={2} />);
  expect(screen.getByText('No more than 2 files fit here.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});
