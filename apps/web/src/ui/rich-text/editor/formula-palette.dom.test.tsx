import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { toMathNodes } from '../katex.ts';
import { FormulaKeys } from './FormulaKeys.tsx';
import { PALETTE, SHAPES } from './FormulaPalette.tsx';
import { toLatex } from './school-notation.ts';

afterEach(cleanup);

test.each(PALETTE.flatMap(([, entries]) => entries.map((entry) => [entry.name, entry] as const)))(
  '[B263] %s is drawn, typed as at school and in LaTeX',
  (_, { typing }) => {
    for (const [before, after] of [typing.school, typing.latex])
      for (const latex of [`${before}x${after}`, toLatex(`${before}x${after}`)]) expect([latex, toMathNodes(latex, true)]).toEqual([latex, expect.any(Array)]);
  },
);

function Field({ hasMore }: { hasMore: boolean }) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  return (
    <>
      <input ref={field} aria-label="Formula" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <FormulaKeys field={field} inLatex={typed.includes('\\')} hasMore={hasMore} onType={setTyped} />
    </>
  );
}
const field = () => screen.getByLabelText('Formula') as HTMLInputElement;

test('[B263] more signs come by a press, type where the cursor stands, and leave the focus there; the form around is not sent', async () => {
  let sent = 0;
  render(
    <form onSubmit={() => (sent += 1)}>
      <Field hasMore />
    </form>,
  );
  expect(screen.queryByRole('button', { name: 'Alpha' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'More symbols and shapes' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Alpha' }));
  await userEvent.click(screen.getByRole('button', { name: 'Element of' }));
  expect(field().value).toBe('α∈');
  expect(document.activeElement).toBe(field());
  await userEvent.click(screen.getByRole('button', { name: 'Vector' }));
  await userEvent.keyboard('a');
  expect(field().value).toBe('α∈\\vec{a}');
  await userEvent.click(screen.getByRole('button', { name: 'Fewer symbols' }));
  expect(screen.queryByRole('button', { name: 'Alpha' })).toBeNull();
  expect([sent, SHAPES.length > 10]).toEqual([0, true]);
});

test('[B263] a phone in a lesson is not offered them', () => {
  render(<Field hasMore={false} />);
  expect(screen.queryByRole('button', { name: 'More symbols and shapes' })).toBeNull();
});
