import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { VoteBars } from './VoteBars.tsx';

afterEach(cleanup);

const reason = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
const text = (words: string): RichTextNode => ({ type: 'text', text: words });
const ohm = reason(text('The current is '), { type: 'inlineMath', attrs: { latex: String.raw`\frac{U}{R}` } }, text(', so it halves.'));

test('[B2390] the bars of a vote draw a reason’s formula, and dollars stay dollars', async () => {
  render(<VoteBars reasons={[ohm, reason(text('It costs $5 before and $6 after.'))]} counts={[3, 1]} />);
  const [first, second] = screen.getAllByRole('listitem');
  await waitFor(() => expect(first!.querySelector('math mfrac')).not.toBeNull());
  expect(first!.textContent).toMatch(/^The current is .*, so it halves\.3 75%$/);
  expect(visibleText(first!)).not.toContain('frac');
  expect(second!.textContent).toContain('It costs $5 before and $6 after.');
  expect(second!.querySelector('math')).toBeNull();
});

test('[B2390] a reason that is gone is said to be gone, and one’s own has its note', () => {
  render(<VoteBars reasons={[null, ohm]} counts={[0, 2]} mine={1} ended />);
  const [first, second] = screen.getAllByRole('listitem');
  expect(first!.textContent).toMatch(/^This reason is no longer shown/);
  expect(second!.textContent).toContain('you');
});

/** The text without what a formula keeps for those who copy it. */
function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const annotation of copy.querySelectorAll('annotation')) annotation.remove();
  return copy.textContent;
}
