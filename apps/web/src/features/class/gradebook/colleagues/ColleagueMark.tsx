import { memo } from 'react';
import { locale } from '../../../../base/language.ts';
import { IconUser } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import type { Colleagues } from './colleagues.ts';
import styles from './colleagues.module.css';
import { useNamesAt } from './use-colleagues.ts';

interface ColleagueMarkProps {
  colleagues: Colleagues;
  itemId: number;
  studentId: number;
}

const joined = (names: readonly string[]): string => new Intl.ListFormat(locale(), { type: 'unit', style: 'short' }).format(names);

/** Announces the names when the focus enters the cell, never automatically. */
const Said = ({ names }: { names: readonly string[] }) => (
  <span className="visually-hidden">{t('sheet.colleagues.here', { count: names.length, names: joined(names) })}</span>
);

/** Shows a frame around a cell of the sheet where colleagues are, with their names above the grade. */
export const ColleagueMark = memo(function ColleagueMark({ colleagues, itemId, studentId }: ColleagueMarkProps) {
  const names = useNamesAt(colleagues, itemId, studentId);
  if (names.length === 0) return null;
  return (
    <>
      <span className={styles.mark} data-colleague aria-hidden>
        <span className={styles.tab}>
          <span className={styles.names} dir="auto">
            {joined(names)}
          </span>
        </span>
      </span>
      <Said names={names} />
    </>
  );
});

/** Shows the same on a phone, in the name of the field. */
export function ColleagueChip({ colleagues, itemId, studentId }: ColleagueMarkProps) {
  const names = useNamesAt(colleagues, itemId, studentId);
  if (names.length === 0) return null;
  return (
    <span className={styles.chip}>
      <IconUser size={14} />
      <bdi aria-hidden>{joined(names)}</bdi>
      <Said names={names} />
    </span>
  );
}
