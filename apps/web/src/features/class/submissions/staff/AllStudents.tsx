import { fullName } from '../../../../base/full-name.ts';
import type { SubmittedWorkView } from '@classwright/contract/class/submissions/calls';
import { Button } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconCornerDownRight } from '../../../../ui/feature-icons/icons.ts';
import { momentOf } from '../../../../base/dates.ts';
import { StateChips } from '../StateChips.tsx';
import { t } from '../../../../base/t.ts';
import { canReturn, cellOf, cellText } from '../words.ts';
import styles from '../work.module.css';
import type { Row } from './order.ts';

/** The maximum that one call returns. */
const MOST = 300;

interface AllStudentsProps {
  work: SubmittedWorkView;
  rows: readonly Row[];
  onOpen: (id: number) => void;
  /** Undefined when nothing in the work can be changed. */
  onReturn: ((rows: readonly Row[]) => void) | undefined;
  picked: ReadonlySet<number>;
  onPick: (ids: ReadonlySet<number>) => void;
}

/** Shows all students at a glance. Several can be returned with one message. */
export function AllStudents({ work, rows, onOpen, onReturn, picked, onPick }: AllStudentsProps) {
  const chosen = rows.filter(({ id }) => picked.has(id));
  const returnable = rows.filter(canReturn);
  const graded = returnable.filter(({ draftGrade }) => draftGrade !== null);
  const pickRows = (some: readonly Row[]) => onPick(new Set(some.slice(0, MOST).map(({ id }) => id)));
  const toggle = (id: number) => onPick(picked.has(id) ? new Set([...picked].filter((one) => one !== id)) : new Set([...picked, id]));
  return (
    <section className={styles.everyone} aria-label={t('openWork.allStudents')}>
      {rows.every(({ state, draftGrade }) => state === 'CREATED' && draftGrade === null) && <EmptyState compact title={t('openWork.nobodyAnswered')} />}
      {onReturn && (
        <div className={styles.tools}>
          <Button size="s" disabled={returnable.length === 0 && chosen.length === 0} onClick={() => pickRows(chosen.length > 0 ? [] : returnable)}>
            {chosen.length > 0 ? t('openWork.selectNone') : t('openWork.selectSubmitted')}
          </Button>
          {chosen.length === 0 && graded.length > 0 && graded.length < returnable.length && (
            <Button size="s" onClick={() => pickRows(graded)}>
              {t('openWork.selectGraded')}
            </Button>
          )}
          {chosen.length > 0 && (
            <Button size="s" variant="filled" icon={IconCornerDownRight} disabled={chosen.length > MOST} onClick={() => onReturn(chosen)}>
              {t('openWork.returnMany', { count: chosen.length })}
            </Button>
          )}
        </div>
      )}
      <table className={styles.table}>
        <caption className="visually-hidden">{t('openWork.allStudents')}</caption>
        <thead>
          <tr>
            {onReturn && <td />}
            <th scope="col">{t('openWork.column.student')}</th>
            <th scope="col">{t('openWork.column.state')}</th>
            <th scope="col">{t('openWork.column.grade')}</th>
            <th scope="col">{t('openWork.column.turnedIn')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {onReturn && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={t('openWork.select', { name: fullName(row) })}
                    checked={picked.has(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                </td>
              )}
              <th scope="row">
                <button type="button" className={styles.open} dir="auto" onClick={() => onOpen(row.id)}>
                  {fullName(row)}
                </button>
              </th>
              <td>
                <span className={styles.chips}>
                  <StateChips {...row} />
                </span>
              </td>
              <td className={styles.number}>{row.draftGrade === null && !row.excused ? '–' : cellText(cellOf(row), work.maxPoints)}</td>
              <td>{row.turned_in_at ? momentOf(row.turned_in_at) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
