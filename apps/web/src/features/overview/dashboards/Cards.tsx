import { Link } from '@tanstack/react-router';
import { dayOn } from '../../../base/dates.ts';
import { searchLink } from '../../../base/use-page-search.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import type { Figures, Numbers } from './calls.ts';
import styles from './dashboards.module.css';
import { type Definition, cardsOf, type Figure, type ToRows } from './definitions.ts';
import { Says } from './Says.tsx';
import { t } from '../../../base/t.ts';
import { numberText } from './words.ts';

export interface CardsProps {
  definition: Definition;
  figures: Figures | undefined;
  /** The filters in words, since each card shows the filters of its count. */
  said: readonly string[];
  /** The figure whose rows are open. */
  open: string | undefined;
  toRows: ToRows;
  isStale: boolean;
}

/**
 * Shows a card for each figure: its number, which opens its rows, its meaning, and its value in the previous period.
 */
export function Cards({ definition, figures, said, open, toRows, isStale }: CardsProps) {
  return (
    <ul
      className={styles.cards}
      aria-label={t('dashboards.figures')}
      aria-busy={isStale || !figures}
      data-stale={isStale || undefined}
      data-coming={!figures || undefined}
    >
      {cardsOf(definition).map((figure) => (
        <li key={figure.name} className={styles.card} data-open={open === figure.name || undefined}>
          <div className={styles.cardHead}>
            <Link {...searchLink(toRows(figure.name))} className={styles.cardLink} data-figure={figure.name}>
              <span>{figure.label}</span>
              {figures && <b>{numberText(figures.now[figure.name])}</b>}
            </Link>
            <Says figure={figure.label} says={figure.says} filters={said} />
          </div>
          {!figures && <Skeleton height={33} width="40%" />}
          {figures && <Beside definition={definition} figure={figure} figures={figures} />}
        </li>
      ))}
    </ul>
  );
}

/** Shows the text below a number: its change, or for work without a grade, how much waits for one. */
function Beside({ definition, figure, figures: { now, before } }: { definition: Definition; figure: Figure; figures: Figures }) {
  const waiting = definition.name === 'grade-book' && figure.name === 'total_ungraded' ? now['turned_in_ungraded'] : undefined;
  const value = now[figure.name];
  return (
    <>
      {waiting !== undefined && <p className={styles.quiet}>{t('dashboards.waiting', { count: numberText(waiting) })}</p>}
      {before && typeof value === 'number' && <Change figure={figure} now={now} before={before} />}
    </>
  );
}

/** Shows the change of a figure since the previous period: a share in percentage points, otherwise its count. */
function Change({ figure, now, before }: { figure: Figure; now: Numbers; before: NonNullable<Figures['before']> }) {
  if (figure.of === null)
    return isComparable(figure, before) && <p className={styles.quiet}>{changed((now[figure.name] ?? 0) - (before.numbers[figure.name] ?? 0), before)}</p>;
  const share = percentOf(figure, now);
  const earlier = percentOf(figure, before.numbers);
  return share !== null && earlier !== null && <p className={styles.quiet}>{shareChanged(share, earlier, wholeOf(figure, now), before)}</p>;
}

const wholeOf = ({ of }: Figure, numbers: Numbers): number => (of ?? []).reduce((sum, name) => sum + (numbers[name] ?? 0), 0);

/** Returns the whole percent; null: the figure is not a share of anything. */
function percentOf(figure: Figure, numbers: Numbers): number | null {
  const whole = wholeOf(figure, numbers);
  return whole === 0 ? null : Math.round((100 * (numbers[figure.name] ?? 0)) / whole);
}

function shareChanged(percent: number, earlier: number, whole: number, before: { from: string; to: string }): string {
  const params = { percent: numberText(percent), whole: numberText(whole), from: dayOn(before.from), to: dayOn(before.to) };
  const by = percent - earlier;
  if (by === 0) return t('dashboards.shareSame', params);
  return t(by > 0 ? 'dashboards.shareMore' : 'dashboards.shareLess', { count: Math.abs(by), ...params });
}

/**
 * Returns true when a figure can be compared. An empty value cannot, and counts only over the same number of school
 * days.
 */
const isComparable = ({ kind, name }: Figure, { numbers, isEven }: NonNullable<Figures['before']>): boolean =>
  Boolean(numbers[name]) && (isEven || kind === 'mean');

function changed(by: number, before: { from: string; to: string }): string {
  const period = { from: dayOn(before.from), to: dayOn(before.to) };
  if (Math.abs(by) < 0.05) return t('dashboards.same', period);
  return t(by > 0 ? 'dashboards.more' : 'dashboards.fewer', { amount: numberText(Math.abs(by)), ...period });
}
