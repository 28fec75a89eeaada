import { useRef } from 'react';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import type { Colleagues } from '../colleagues/colleagues.ts';
import type { Opening } from '../edits.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { newerGradeText, useNewerGrade } from '../newer-grade.ts';
import { useCellPanelPosition } from './cell-panel-position.ts';
import styles from './Sheet.module.css';

interface ArrivedProps {
  state: GradebookState;
  colleagues: Colleagues;
  opening: Opening;
  /** The cell that is edited. */
  anchor: () => HTMLElement | null;
}

/** Shows, below the open editor, the grade that a colleague saved in the cell since it opened. */
export function ColleagueGrade({ state, colleagues, opening, anchor }: ArrivedProps) {
  const newcomer = useNewerGrade(state, opening.studentId, opening);
  const panel = useRef<HTMLParagraphElement>(null);
  useCellPanelPosition(panel, anchor, newcomer !== null, newcomer?.value);
  return (
    <div role="status">
      {newcomer && (
        <Text ref={panel} weight={600} radius="md" ground="raised" className={styles.arrived} dir="auto">
          {newerGradeText(colleagues, newcomer)}
        </Text>
      )}
    </div>
  );
}
