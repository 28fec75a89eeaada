import { fullName } from '../../../../base/full-name.ts';
import { useDeferredValue, useState } from 'react';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { Grid, Text } from '../../../../ui/plain/layout/layout.tsx';
import { IconUsers } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import { cellOf, cellText } from '../words.ts';
import styles from '../work.module.css';
import { groupByState, type StudentRow } from './order.ts';

interface StudentListProps {
  rows: readonly StudentRow[];
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
        <Grid as="span" align="center" items="center">
          <IconUsers size={18} />
        </Grid>
        <Text as="span" clamp>
          {t('openWork.allStudents')}
        </Text>
        <Text as="span" size={13} tone="dimmed" numbers>
          {rows.length}
        </Text>
      </button>
      {found.length === 0 && <Text tone="dimmed">{t('openWork.noStudentFound')}</Text>}
      {groupByState(found).map((group) => (
        <section key={group.state} aria-label={t(`openWork.state.${group.state}`)}>
          <Text as="h3" size={13} weight={600} tone="dimmed" className={styles.group}>
            {t(`openWork.state.${group.state}`)} <span>{group.rows.length}</span>
          </Text>
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
                  <Text as="span" clamp dir="auto">
                    {fullName(row)}
                  </Text>
                  <Text as="span" size={13} tone="dimmed" numbers>
                    {row.draftGrade !== null || row.excused
                      ? cellText(cellOf(row), maxPoints)
                      : row.overdue
                        ? t('openWork.overdue')
                        : row.late
                          ? t('openWork.late')
                          : ''}
                  </Text>
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
