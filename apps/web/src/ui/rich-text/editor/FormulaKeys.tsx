import { useState, type RefObject } from 'react';
import { useChunk } from '../../../base/use-chunk.ts';
import { Button } from '../../plain/Button.tsx';
import { type MessageKey, t } from '../../../base/t.ts';
import styles from './editor.module.css';

/** The text to insert before and after the cursor or around the selection, in school notation and in LaTeX. */
export interface Typing {
  school: readonly [string, string];
  latex: readonly [string, string];
}

interface FormulaKey extends Typing {
  face: string;
  name: MessageKey;
}

const loadPalette = () => import('./FormulaPalette.tsx');

const sign = (face: string, name: MessageKey, latex: string): FormulaKey => ({ face, name, school: [face, ''], latex: [`${latex} `, ''] });

const KEYS: readonly FormulaKey[] = [
  { face: 'a⁄b', name: 'editor.key.fraction', school: ['(', ')/'], latex: ['\\frac{', '}{}'] },
  { face: 'xⁿ', name: 'editor.key.power', school: ['', '^'], latex: ['', '^{}'] },
  { face: 'x₁', name: 'editor.key.index', school: ['', '_'], latex: ['', '_{}'] },
  { face: '√', name: 'editor.key.root', school: ['√(', ')'], latex: ['\\sqrt{', '}'] },
  sign('×', 'editor.key.times', '\\times'),
  sign('·', 'editor.key.dot', '\\cdot'),
  sign('÷', 'editor.key.divided', '\\div'),
  sign('±', 'editor.key.plusMinus', '\\pm'),
  sign('≤', 'editor.key.atMost', '\\le'),
  sign('≥', 'editor.key.atLeast', '\\ge'),
  sign('≠', 'editor.key.notEqual', '\\ne'),
  sign('≈', 'editor.key.about', '\\approx'),
  sign('π', 'editor.key.pi', '\\pi'),
  sign('Δ', 'editor.key.delta', '\\Delta'),
  sign('°', 'editor.key.degree', '^{\\circ}'),
  sign('→', 'editor.key.arrow', '\\to'),
];

interface FormulaKeysProps {
  field: RefObject<HTMLInputElement | null>;
  inLatex: boolean;
  /** True to offer the letters, symbols and shapes that few formulas need. */
  hasMore: boolean;
  onType: (typed: string) => void;
}

/**
 * Keys for symbols that keyboards lack. They type at the cursor or around the selection, and leave the focus in the
 * field.
 */
export function FormulaKeys({ field, inLatex, hasMore, onType }: FormulaKeysProps) {
  const [open, setOpen] = useState(false);
  const palette = useChunk(loadPalette, open);
  const press = ({ school, latex }: Typing) => {
    const input = field.current;
    if (!input) return;
    const [before, after] = inLatex ? latex : school;
    const [from, to] = [input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length];
    const inner = input.value.slice(from, to);
    const typed = input.value.slice(0, from) + before + inner + after + input.value.slice(to);
    // The cursor goes into empty brackets, else after all of it.
    const cursor = inner === '' && before !== '' ? from + before.length : from + before.length + inner.length + after.replace(/\{\}$/, '{').length;
    input.value = typed;
    input.setSelectionRange(cursor, cursor);
    input.focus();
    onType(typed);
  };
  return (
    <>
      <div className={styles.keys} role="group" aria-label={t('editor.keys')}>
        {KEYS.map((key) => (
          <button
            key={key.face}
            type="button"
            className={styles.key}
            aria-label={t(key.name)}
            title={t(key.name)}
            // The phone's keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => press(key)}
          >
            <span aria-hidden>{key.face}</span>
          </button>
        ))}
      </div>
      {hasMore && (
        <Button size="s" variant="subtle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'editor.fewerKeys' : 'editor.moreKeys')}
        </Button>
      )}
      {open && palette && <palette.FormulaPalette onKey={press} />}
    </>
  );
}
