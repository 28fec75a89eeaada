import type { ReactNode } from 'react';
import { classes } from '../../../../ui/plain/classes.ts';
import { hueClass } from '../../../../ui/plain/hues.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconArrowsRightLeft, IconBan, IconCheck, IconClockExclamation, IconLoader2, IconLock } from '../../../../ui/plain/icons.ts';
import { IconCalendarExclamation, IconFileCheck } from '../icons.ts';
import type { Hue } from '../../../../base/hue.ts';
import { type Item, type Standing, standingOf, takesGrades, valueOf } from '../book.ts';
import { isOnItsWay } from '../edits.ts';
import type { SeenCell } from '../typed-book.ts';
import { t } from '../../../../base/t.ts';
import { pointsText, standingText, valueText } from '../words.ts';
import styles from './Sheet.module.css';

const LOOKS: Readonly<Record<Exclude<Standing, 'none' | 'unassigned'>, { hue: Hue; icon: IconComponent }>> = {
  submitted: { hue: 'blue', icon: IconFileCheck },
  overdue: { hue: 'amber', icon: IconCalendarExclamation },
  late: { hue: 'amber', icon: IconClockExclamation },
  excused: { hue: 'gray', icon: IconBan },
};

/** A label with its icon. */
export function Tag({ hue, icon: Icon, children }: { hue: Hue; icon: IconComponent; children: ReactNode }) {
  return (
    <span className={classes(styles.tag, hueClass(hue))}>
      <Icon size={15} />
      <span>{children}</span>
    </span>
  );
}

/** Marks, in the corner, a cell with a private note by the staff. */
export function NoteMark() {
  return (
    <span className={styles.noted} title={t('sheet.cell.noted')}>
      <span className="visually-hidden">{t('sheet.cell.noted')}</span>
    </span>
  );
}

/**
 * The content of an item's cell: its status by word, icon and hue, then the number. `differs`: another system's
 * differing grade, shown first until someone chooses.
 */
export function ItemCell({ item, seen, now, differs = null }: { item: Item; seen: SeenCell; now: number; differs?: string | null }) {
  const { edit, isSaved } = seen;
  if (edit && !isOnItsWay(edit)) {
    return (
      <span className={styles.failed}>
        <IconAlertTriangle size={16} />
        <span className="visually-hidden">{t(edit.state === 'conflict' ? 'sheet.cell.conflict' : 'sheet.cell.failed')}</span>
        <span className={styles.both}>
          {edit.newer && <span className={styles.older}>{valueText(edit.newer.value) || t('sheet.nothing')}</span>}
          <b dir="auto">{edit.typed.trim() || t('sheet.nothing')}</b>
        </span>
      </span>
    );
  }
  const standing = standingOf(item, seen, now);
  if (standing === 'unassigned') return <span className="visually-hidden">{t('sheet.standing.unassigned')}</span>;
  const word =
    edit?.state === 'tried' ? (
      <span className={classes(styles.tag, styles.tried)}>{t('sheet.cell.tried')}</span>
    ) : edit ? (
      <span className={classes(styles.tag, styles.saving)}>
        <IconLoader2 size={15} />
        <span>{t('sheet.cell.saving')}</span>
      </span>
    ) : isSaved ? (
      <Tag hue="green" icon={IconCheck}>
        {t('sheet.cell.saved')}
      </Tag>
    ) : differs !== null ? (
      <Tag hue="amber" icon={IconArrowsRightLeft}>
        {differs}
      </Tag>
    ) : standing === 'none' ? null : (
      <Tag {...LOOKS[standing]}>{standingText(standing)}</Tag>
    );
  const number = <Value item={item} seen={seen} />;
  const hasNumber = seen.grade !== null || edit !== undefined || isSaved;
  if (!word) return number;
  return (
    <span className={classes(styles.stands, !hasNumber && styles.atEnd)}>
      {word}
      {hasNumber && number}
    </span>
  );
}

/**
 * The number in a cell: struck through when excused, next to the student's value when that differs, and marked when
 * above the maximum points.
 */
function Value({ item, seen }: { item: Item; seen: SeenCell }) {
  const { grade, isExcused, assigned, mark, edit } = seen;
  const value = valueOf(seen);
  if (value === null || (value === 'EX' && grade === null))
    return value === null && (mark === 'r' || mark === 'R') && assigned !== null && !edit ? (
      <Changed from={assigned} to={null} />
    ) : (
      <span className={styles.none} data-bare>
        {value === 'EX' ? 'EX' : t('sheet.nothing')}
      </span>
    );
  if (isExcused) return <s className={styles.none}>{pointsText(grade!)}</s>;
  if ((mark === 'r' || mark === 'R') && grade !== assigned) return <Changed from={assigned} to={grade} />;
  const isExtra = takesGrades(item) && grade! > item.maxPoints!;
  const locks = mark === 'c' || mark === 'n';
  return (
    <span className={styles.value} data-number>
      {isExtra && (
        <span className={styles.extra} title={t('sheet.cell.extra')}>
          +<span className="visually-hidden">{t('sheet.cell.extra')}</span>
        </span>
      )}
      {locks && (
        <span className={styles.lock} title={t('sheet.cell.locked')}>
          <IconLock size={12} />
        </span>
      )}
      {pointsText(grade!)}
    </span>
  );
}

/** Shows that a grade has changed since it was returned. */
function Changed({ from, to }: { from: number | null; to: number | null }) {
  const text = (grade: number | null) => (grade === null ? t('sheet.nothing') : pointsText(grade));
  return (
    <span className={styles.changed} title={t('sheet.cell.changed')}>
      <span className={styles.older}>{text(from)}</span>
      <span aria-hidden="true" className="cw-directed">
        →
      </span>
      <b>{text(to)}</b>
      <span className="visually-hidden">{t('sheet.cell.changed')}</span>
    </span>
  );
}
