import { shortDayOn } from '../../../base/special-dates.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import type { AttendanceStudents } from './calls.ts';
import styles from './Presence.module.css';
import { t } from '../../../base/t.ts';

type Newest = AttendanceStudents['data'][number]['newest'];
type State = Newest[number]['state'];

/** The states in the key, from the least to the most, without the one that is two of them. */
const KEY: readonly State[] = ['absent', 'loggedIn', 'submitted', 'engaged'];

const stateText = (state: State): string => t(`dashboard.value.${state}`);

/** A lesson: a low box for being there, a full one for answering all, a dot for talking; dashed and empty when absent. */
const Mark = ({ state, title }: { state: State; title?: string }) => <i className={styles.mark} data-state={state} title={title} />;

/** Shows what a student did in the newest lessons, the newest last. */
export function Presence({ name, newest }: { name: string; newest: Newest }) {
  const days = newest.map(({ held_on, state }) => t('dashboards.newestDay', { day: shortDayOn(held_on), state: stateText(state) }));
  if (newest.length === 0) return null;
  return (
    <Row as="span" inline className={styles.strip} role="img" aria-label={t('dashboards.newestSaid', { name, states: days.join(', ') })}>
      {newest.map(({ state }, index) => (
        // a student may have two lessons on one day
        <Mark key={`${newest.length - index}`} state={state} title={days[index] ?? ''} />
      ))}
    </Row>
  );
}

/** Shows what the marks of a strip mean. */
export function PresenceKey() {
  return (
    <Row as="ul" inline wrap gap={12} rowGap={4} size={13} tone="dimmed" aria-label={t('dashboards.newest')}>
      {KEY.map((state) => (
        <Row as="li" key={state} inline gap={4}>
          <Mark state={state} />
          {stateText(state)}
        </Row>
      ))}
    </Row>
  );
}
