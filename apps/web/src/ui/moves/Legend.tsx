import { MOVES, type Move } from '@classwright/rules/live/figures/moves';
import { useMovePatterns } from './MovePatterns.tsx';
import { Row } from '../plain/layout/layout.tsx';
import styles from './moves.module.css';

/** A sample of a move's pattern next to its name. `patterns.defs` must be rendered once in the same part. */
export function Swatch({ move, patterns }: { move: Move; patterns: ReturnType<typeof useMovePatterns> }) {
  return (
    <svg width="26" height="14" aria-hidden focusable={false}>
      <rect x=".75" y=".75" width="24.5" height="12.5" rx="3" {...patterns.fill(move)} stroke={patterns.line(move)} strokeWidth="1.2" />
    </svg>
  );
}

/** Lists the four moves with the number of students in each. */
export function Legend({ counts, nameOf }: { counts: Readonly<Record<Move, number>>; nameOf: (move: Move) => string }) {
  const patterns = useMovePatterns();
  return (
    <>
      {patterns.defs}
      <Row as="ul" wrap align="stretch" size={13} className={styles.legend}>
        {MOVES.map((move) => (
          <li key={move}>
            <Swatch move={move} patterns={patterns} />
            {nameOf(move)} <b>{counts[move]}</b>
          </li>
        ))}
      </Row>
    </>
  );
}
