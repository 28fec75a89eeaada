import { fullName } from '../../../../base/full-name.ts';
import { useDeferredValue, useState } from 'react';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconUsers } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import { cellOf, cellText } from '../words.ts';
import styles from '../work.module.css';
import { groupByState, type Row } from './order.ts';

interface StudentListProps {
  rows: readonly Row[];
  maxPoints: number | null;
  /** The selected account; null for all of them. */
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** From this number of students on, a search appears above the names. */
const SEARCH_FROM = 12;

/** Lists "All Students" and each student, by state. */
export function StudentList({ rows, maxPoints, chosen, onChoose }: StudentListProps) {
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed.trim().toLocaleLowerCase());
  const found = wanted === '' ? rows : rows.filter((row) => fullName(row).toLocaleLowerCase().includes(wanted));
  return (
    <nav className={styles.list} aria-label={t('openWork.students')}>
      {rows.length >= SEARCH_FROM && (
        <TextField
          label={t('openWork.search')}
          type="search"
          value={typed}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <button type="button" className={styles.student} aria-current={chosen === null || undefined} onClick={() => onChoose(null)}>
        <span className={styles.everybody}>
          <IconUsers size={18} />
        </span>
        <span className={styles.studentName}>{t('openWork.allStudents')}</span>
        <span className={styles.studentGrade}>{rows.length}</span>
      </button>
      {found.length === 0 && <p className={styles.none}>{t('openWork.noStudentFound')}</p>}
      {groupByState(found).map((group) => (
        <section key={group.state} aria-label={t(`openWork.state.${group.state}`)}>
          <h3 className={styles.group}>
            {t(`openWork.state.${group.state}`)} <span>{group.rows.length}</span>
          </h3>
          <ul>
            {group.rows.map((row) => (
              <li key={row.id}>
                <button
                  type="button"
                  className={classes(styles.student)}
                  aria-current={row.id === chosen || undefined}
                  ref={row.id === chosen ? intoView : undefined}
                  onClick={() => onChoose(row.id)}
                >
                  <Avatar name={fullName(row)} size="s" />
                  <span className={styles.studentName} dir="auto">
                    {fullName(row)}
                  </span>
                  <span className={styles.studentGrade}>
                    {row.draftGrade !== null || row.excused
                      ? cellText(cellOf(row), maxPoints)
                      : row.overdue
                        ? t('openWork.overdue')
                        : row.late
                          ? t('openWork.late')
                          : ''}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Keeps the selected student in view while keys move down the list. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}
