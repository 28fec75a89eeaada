import type { RichTextDocument } from '@classwright/contract/rich-text';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RichTextEditor } from './RichTextEditor.tsx';

let loads = 0;
// The chunk that is loaded. Here the first load fails, as on a bad network.
vi.mock('./editor/Surface.tsx', () => {
  loads += 1;
  throw new TypeError('Failed to fetch dynamically imported module: https://school.test/assets/Surface.js');
});
afterEach(cleanup);

function Field({ start = { type: 'doc', content: [] } }: { start?: RichTextDocument }) {
  const [value, setValue] = useState<RichTextDocument>(start);
  return (
    <>
      <RichTextEditor label="Justify Your Answer" value={value} onChange={setValue} error="Too long" />
      <output>{JSON.stringify(value)}</output>
    </>
  );
}

describe('where the editor does not arrive', () => {
  test('[K446] plain text works at once, is kept as paragraphs, and a Retry stands below', async () => {
    render(<Field />);
    const field = screen.getByRole('textbox', { name: 'Justify Your Answer' });
    await userEvent.type(field, 'The same current{Enter}flows');
    expect(JSON.parse(document.querySelector('output')?.textContent ?? '')).toEqual({
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'The same current' }] },
        { type: 'paragraph', content: [{ type: 'text', text: 'flows' }] },
      ],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('The same current\nflows');
    expect(loads).toBeGreaterThan(0);
  });

  test('what cannot be edited as plain text is shown and not offered for it', () => {
    render(<Field start={{ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'bold words', marks: [{ type: 'bold' }] }] }] }} />);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('bold words')).toBeTruthy();
  });

  test('an error stands at the field and is part of what a screen reader says of it', () => {
    render(<Field />);
    const field = screen.getByRole('textbox');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Too long');
  });
});
