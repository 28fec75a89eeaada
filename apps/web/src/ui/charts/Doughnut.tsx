import { ringPart } from './arc.ts';
import { Bars, type BarsProps } from './Bars.tsx';
import styles from './charts.module.css';
import { spoken, totalOf } from './marks.ts';
import { Box, Row } from '../plain/layout/layout.tsx';
import { usePatterns } from './Patterns.tsx';

export interface DoughnutProps extends BarsProps {
  /**
   * The name of what is counted ("answers"). It is in the middle of the ring with the sum, unless the figures are not
   * parts of a whole.
   */
  caption: string;
}

/** The ring, without its legend. */
function Ring({ items, caption, whole }: DoughnutProps) {
  const patterns = usePatterns(items.map(({ mark }) => mark));
  const total = totalOf(items);
  let turn = 0;
  return (
    <>
      {patterns.defs}
      <svg className={styles.ring} viewBox="0 0 132 132" role="img" aria-label={`${whole === null ? '' : `${total} `}${caption}: ${spoken(items)}`}>
        {total === 0 && <circle cx="66" cy="66" r="51" fill="none" stroke="var(--cw-track)" strokeWidth="26" />}
        {items.map((item) => {
          if (item.value === 0) return null;
          const from = turn;
          turn += item.value / total;
          return (
            <path
              key={item.key}
              d={ringPart(66, 64, 38, from, turn)}
              fill={patterns.fill(item.mark)}
              stroke={patterns.stroke(item.mark)}
              strokeWidth="1.5"
              fillRule="evenodd"
              strokeLinejoin="round"
            />
          );
        })}
        {whole !== null && (
          <>
            <text x="66" y="69" fontSize="26">
              {total}
            </text>
            <text x="66" y="85" fontSize="12" className={styles.caption}>
              {caption}
            </text>
          </>
        )}
      </svg>
    </>
  );
}

/** A ring with labeled bars as its legend, since bars compare better than angles. */
export function Doughnut(ring: DoughnutProps) {
  return (
    <Row gap={20}>
      <Ring {...ring} />
      <Box grow shrinks>
        <Bars {...ring} />
      </Box>
    </Row>
  );
}
