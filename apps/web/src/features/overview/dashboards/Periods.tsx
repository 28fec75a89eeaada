import { dayOn } from '../../../base/dates.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import styles from './dashboards.module.css';
import type { Definitions } from './definitions.ts';
import { type NamedSpan, type Span, spansOf } from './periods.ts';
import { t } from '../../../base/t.ts';

const nameOf = ({ name }: NamedSpan): string =>
  typeof name === 'object' ? name.period : name === 'week' ? t('dashboards.thisWeek') : name === 'month' ? t('dashboards.thisMonth') : t('dashboards.thisYear');

interface PeriodsProps {
  definitions: Definitions;
  /** The first day of the current period. */
  from: string | undefined;
  to: string | undefined;
  onPeriod: (span: Span | null) => void;
}

/** Shows buttons for common periods. */
export function Periods({ definitions, from, to, onPeriod }: PeriodsProps) {
  const chip = (name: string, isOn: boolean, span: Span | null) => (
    <Button
      key={name}
      size="s"
      variant={isOn ? 'light' : 'default'}
      aria-pressed={isOn}
      title={span ? t('dashboards.span', { from: dayOn(span.from), to: dayOn(span.to) }) : undefined}
      onClick={() => onPeriod(span)}
    >
      <bdi>{name}</bdi>
    </Button>
  );
  return (
    <div role="group" className={styles.periods} aria-label={t('dashboards.period')}>
      {spansOf(definitions).map((span) => chip(nameOf(span), span.from === from && span.to === to, { from: span.from, to: span.to }))}
      {chip(t('dashboards.allTime'), !from && !to, null)}
    </div>
  );
}
