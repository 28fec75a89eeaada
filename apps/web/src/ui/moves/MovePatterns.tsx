import { useId } from 'react';
import type { Move } from '@classwright/rules/live/figures/moves';

const HUES: Record<Move, string> = { kept_right: 'green', wrong_to_right: 'green', right_to_wrong: 'red', kept_wrong: 'gray' };

/** Returns the patterns of the four moves, distinguishable without color: even, diagonal, dotted, level. */
export function useMovePatterns() {
  const id = useId();
  const mark = (move: Move) => `var(--cw-${HUES[move]}-mark)`;
  return {
    defs: (
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden focusable={false}>
        <defs>
          <pattern id={`${id}wrong_to_right`} width="10" height="10" patternUnits="userSpaceOnUse">
            <rect width="10" height="10" fill={mark('wrong_to_right')} fillOpacity=".32" />
            <path d="M-2 2l4-4M0 10l10-10M8 12l4-4" stroke={mark('wrong_to_right')} strokeWidth="2.4" strokeOpacity=".75" />
          </pattern>
          <pattern id={`${id}right_to_wrong`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={mark('right_to_wrong')} fillOpacity=".28" />
            <g fill={mark('right_to_wrong')}>
              <circle cx="2" cy="2" r="1.3" />
              <circle cx="6" cy="6" r="1.3" />
            </g>
          </pattern>
          <pattern id={`${id}kept_wrong`} width="8" height="8" patternUnits="userSpaceOnUse">
            <rect width="8" height="8" fill={mark('kept_wrong')} fillOpacity=".22" />
            <path d="M0 2h8M0 6h8" stroke={mark('kept_wrong')} strokeWidth="1.2" strokeOpacity=".5" />
          </pattern>
        </defs>
      </svg>
    ),
    fill: (move: Move) => (move === 'kept_right' ? { fill: mark(move), fillOpacity: 0.42 } : { fill: `url(#${id}${move})` }),
    line: mark,
  };
}
