import { useRef } from 'react';
import { IconUser } from '../../../ui/plain/icons.ts';
import type { Colleagues } from '../colleagues/colleagues.ts';
import type { Opening } from '../edits.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { NewcomerWords, useNewcomer } from '../Newcomer.tsx';
import { useBesideCell } from './beside-cell.ts';
import styles from './Sheet.module.css';

interface ArrivedProps {
  state: GradebookState;
  colleagues: Colleagues;
  opening: Opening;
  /** The cell that is edited. */
  anchor: () => HTMLElement | null;
}

/** Below the open editor: the grade that a colleague saved in the cell since it opened. */
export function Arrived({ state, colleagues, opening, anchor }: ArrivedProps) {
  const newcomer = useNewcomer(state, opening.studentId, opening);
  const panel = useRef<HTMLParagraphElement>(null);
  useBesideCell(panel, anchor, newcomer !== null, newcomer?.value);
  return (
    <div role="status">
      {newcomer && (
        <p ref={panel} className={styles.arrived}>
          <IconUser size={16} />
          <span dir="auto">
            <NewcomerWords colleagues={colleagues} newcomer={newcomer} />
          </span>
        </p>
      )}
    </div>
  );
}
