import { useEffect, useRef } from 'react';
import { Button } from '../plain/Button.tsx';
import { t } from '../../base/t.ts';
import { Row } from '../plain/layout/layout.tsx';

/** The rows to which a message applies. */
export interface ImportMessage {
  column: string;
  code: string;
  value?: string;
}

/** Rows of one kind, with a text that names them. */
export interface ShownRows {
  said: ImportMessage;
  words: string;
}

/** A bar that names the rows shown, with a way back to all of them. */
export function ShownRowsBar({ of, shown, onShowAll }: { of: 'row' | 'question'; shown: ShownRows; onShowAll: () => void }) {
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), [shown]);
  return (
    <Row wrap gap={12} rowGap={4} justify="between" breaks>
      <span dir="auto">{t(of === 'row' ? 'importFix.shown' : 'importFix.shownQuestions', { what: shown.words })}</span>
      <Button ref={back} size="s" onClick={onShowAll}>
        {t(of === 'row' ? 'importFix.showAll' : 'importFix.showAllQuestions')}
      </Button>
    </Row>
  );
}
