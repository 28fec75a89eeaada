import type { Form } from '@classwright/contract/lesson/live/forms';
import { memo } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { IconWifiOff } from '../../../../ui/plain/icons.ts';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import type { RosterRow } from './groups.ts';
import styles from './People.module.css';

export interface StudentRowProps {
  row: RosterRow;
  isFinished: boolean;
  isWaitedFor: boolean;
  /** False while this screen is offline, since then nobody's connection is known. */
  isKnown: boolean;
  form: Form | null;
  /** The number of forms out of which answers are counted. */
  forms: number;
  onOpen: (student: RosterRow) => void;
}

/** A student's row: connection, name, number of forms with an answer, and join time. */
export const StudentRow = memo(function StudentRow({ row, isFinished, isWaitedFor, isKnown, form, forms, onOpen }: StudentRowProps) {
  return (
    <tr className={styles.row}>
      <th scope="row" data-waited={isWaitedFor || undefined}>
        <Row as="span" gap={8} className={styles.name}>
          {!isFinished &&
            (isKnown ? (
              <Signal isConnected={row.connected} />
            ) : (
              <span className={styles.unknown} role="img" aria-label={t('teach.presenceUnknown')} title={t('teach.presenceUnknown')} />
            ))}
          <button type="button" onClick={() => onOpen(row)} aria-label={t('teach.openStudent', { name: row.name })}>
            {row.name}
          </button>
        </Row>
      </th>
      <td>
        <Row as="span" inline gap={5} size={12.5} numbers nowrap className={styles.pips} data-phase={form ? phaseLooks[form].token : undefined}>
          <span aria-hidden>
            {Array.from({ length: forms }, (_, index) => (
              <i key={index} data-full={index < row.responders || undefined} />
            ))}
          </span>
          {t('teach.responders', { answered: row.responders, of: forms })}
        </Row>
      </td>
      {!isFinished && <td className={styles.time}>{row.logintime && timeOf(row.logintime)}</td>}
    </tr>
  );
});

/** Shows a connection as a dot and a lost one as a crossed-out signal, never by color alone. */
function Signal({ isConnected }: { isConnected: boolean }) {
  if (!isConnected)
    return (
      <Grid as="span" inline fixed className={styles.lost} role="img" aria-label={t('teach.lost')} title={t('teach.lost')}>
        <IconWifiOff size={15} />
      </Grid>
    );
  return (
    <Grid
      as="span"
      inline
      align="center"
      items="center"
      fixed
      className={styles.dot}
      role="img"
      aria-label={t('teach.connected')}
      title={t('teach.connected')}
    />
  );
}
