import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { useId, useRef, useState } from 'react';
import { Button } from '../../plain/Button.tsx';
import { t } from '../../../base/t.ts';
import { Formula } from '../Formula.tsx';
import styles from './editor.module.css';
import { FormulaKeys } from './FormulaKeys.tsx';
import { Panel } from './Panel.tsx';
import { toLatex } from './school-notation.ts';

/** Returns the selected formula, or null. */
function selectedFormula(editor: Editor): { type: 'inlineMath' | 'blockMath'; latex: string } | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection)) return null;
  const type = selection.node.type.name;
  return type === 'inlineMath' || type === 'blockMath' ? { type, latex: String(selection.node.attrs['latex']) } : null;
}

/**
 * Writes a formula by keys, in school notation or in LaTeX, with a preview below. If a formula is selected, it changes
 * that one.
 */
export function FormulaPanel({ editor, hasMoreKeys, onDone }: { editor: Editor; hasMoreKeys: boolean; onDone: () => void }) {
  const [present] = useState(() => selectedFormula(editor));
  const [typed, setTyped] = useState(present?.latex ?? '');
  // A formula that is already in the text is LaTeX, regardless of its look.
  const latex = typed === present?.latex ? typed : toLatex(typed);
  const [ownLine, setOwnLine] = useState(present?.type === 'blockMath');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const apply = () => {
    if (!latex.trim()) return field.current?.focus();
    editor
      .chain()
      .focus()
      .insertContent({ type: ownLine ? 'blockMath' : 'inlineMath', attrs: { latex: latex.trim() } })
      .run();
    onDone();
  };
  return (
    <Panel editor={editor} onApply={apply} onDone={onDone}>
      <label className={styles.panelLabel} htmlFor={id}>
        {t('editor.formula')}
      </label>
      <p className={styles.panelHint} id={`${id}h`}>
        {t('editor.formulaHint')}
      </p>
      <div className={styles.panelRow}>
        <input
          ref={field}
          id={id}
          className={styles.field}
          type="text"
          maxLength={2000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-describedby={`${id}h`}
        />
        <Button variant="light" onClick={apply}>
          {present ? t('editor.apply') : t('editor.insert')}
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            onDone();
            editor.commands.focus();
          }}
        >
          {t('common.cancel')}
        </Button>
      </div>
      <FormulaKeys field={field} inLatex={/[\\{}]/.test(typed)} hasMore={hasMoreKeys} onType={setTyped} />
      <label className={styles.check}>
        <input type="checkbox" checked={ownLine} onChange={(event) => setOwnLine(event.target.checked)} />
        {t('editor.ownLine')}
      </label>
      {latex.trim() && (
        <div className={styles.preview} aria-live="polite">
          <Formula key={`${latex}${ownLine}`} latex={latex.trim()} block={ownLine} />
        </div>
      )}
    </Panel>
  );
}
