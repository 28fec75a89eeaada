import '../../testing/dialog.ts';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { question } from '../testing/lesson-data.ts';
import { Question } from './Question.tsx';

const resources = [
  { name: 'Circuit laws.pdf', url: '/files/7?signature=x', mime_type: 'application/pdf' },
  { name: 'The circuit.png', url: '/files/8?signature=y', mime_type: 'image/png' },
];
afterEach(cleanup);
const tabs = () => screen.queryAllByRole('tab').map((tab) => tab.textContent);

test('[L070] the question has a description tab and one for each attached resource; without resources it has no tabs', () => {
  const { rerender } = render(<Question question={question} />);
  expect(tabs()).toEqual([]);
  rerender(<Question question={{ ...question, resources }} />);
  expect(tabs()).toEqual(['Description', 'Circuit laws.pdf', 'The circuit.png']);
  expect(screen.getByRole('tabpanel').textContent).toBe('What happens to lamp 1?');
});

test('[L071] a resource is shown as a document in a frame in its tab, a picture as a figure that can be enlarged; both open in a tab of their own', async () => {
  render(<Question question={{ ...question, resources }} />);
  await userEvent.click(screen.getByRole('tab', { name: 'Circuit laws.pdf' }));
  const frame = screen.getByTitle('Circuit laws.pdf');
  expect([frame.tagName, frame.getAttribute('src')]).toEqual(['IFRAME', '/files/7?signature=x']);
  expect(screen.getByRole('tabpanel').contains(frame)).toBe(true);
  expect(screen.getByRole('link', { name: 'Open in a new tab' }).getAttribute('href')).toBe('/files/7?signature=x');
  await userEvent.click(screen.getByRole('tab', { name: 'The circuit.png' }));
  expect(screen.getByRole('img', { name: 'The circuit.png' }).getAttribute('src')).toBe('/files/8?signature=y');
  expect(screen.getByRole('button', { name: 'Enlarge the figure' })).toBeTruthy();
  expect(document.querySelector('iframe')).toBeNull();
});
