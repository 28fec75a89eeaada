import type { ListColumn } from '@classwright/contract/core/list-columns';
import type { ReactNode } from 'react';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { IconCheck, IconCircleDashed, IconLock } from '../../../ui/plain/icons.ts';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { day, instant, timeOfDay } from './format.ts';
import type { Row as ListRow } from './list-calls.ts';
import styles from './lists.module.css';
import { Swatch } from './Swatch.tsx';
import { colorName, styleName } from './names.ts';
import { t } from '../../../base/t.ts';

/** Renders a row's value as its column shows it; null for nothing. */
export function Cell({ column, row }: { column: ListColumn; row: ListRow }): ReactNode {
  const value = row[column.key];
  if (value === null || value === undefined || value === '') return null;
  switch (column.show) {
    case 'yesNo':
      // The usual value is quiet; the exception is marked.
      return value ? (
        <Row as="span" inline gap={5} tone="dimmed">
          <IconCheck size={16} />
          {t('list.yes')}
        </Row>
      ) : (
        <Chip icon={IconCircleDashed}>{t('list.no')}</Chip>
      );
    case 'date':
      return day(String(value));
    case 'time':
      return timeOfDay(String(value));
    case 'dateTime':
      return instant(String(value));
    case 'names':
      return (value as readonly { name: string }[]).map(({ name }) => name).join(', ');
    case 'formulas':
      return (
        <span className={styles.lines}>
          <MathText text={String(value)} />
        </span>
      );
    case 'colour':
      return (
        <span className={styles.swatchLine}>
          <Swatch color={String(value)} style={typeof row['style'] === 'string' ? row['style'] : 'solid'} />
          {colorName(String(value))}
        </span>
      );
    default:
      return column.key === 'style' ? styleName(String(value)) : String(value);
  }
}

/** The name of a row, marked if the row is built in. */
export function NameCell({ column, row }: { column: ListColumn; row: ListRow }): ReactNode {
  return (
    <span className={styles.name}>
      <Cell column={column} row={row} />
      {isBuiltIn(row) && <Chip icon={IconLock}>{t('list.builtIn')}</Chip>}
    </span>
  );
}

/** Checks whether a row is built in. The server's code refers to it, so it cannot be deleted. */
export const isBuiltIn = (row: ListRow): boolean => typeof row['key'] === 'string' && row['key'] !== '';
