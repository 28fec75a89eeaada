import type { TransitionView } from '@classwright/contract/live-views';
import { t } from '../t.ts';
import { useMovePatterns } from './MovePatterns.tsx';
import styles from './Results.module.css';
import { MOVES } from './transitions.ts';

/** The four ways to move, with how many went each. */
export function Legend({ transition }: { transition: TransitionView }) {
  const patterns = useMovePatterns();
  return (
    <>
      {patterns.defs}
      <ul className={styles.legend}>
        {MOVES.map((move) => (
          <li key={move}>
            <svg width="26" height="14" aria-hidden focusable={false}>
              <rect x=".75" y=".75" width="24.5" height="12.5" rx="3" {...patterns.fill(move)} stroke={patterns.line(move)} strokeWidth="1.2" />
            </svg>
            {t(`teach.${move}`)} <b>{transition[move]}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
