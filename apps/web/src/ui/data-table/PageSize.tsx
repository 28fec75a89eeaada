import styles from './DataTable.module.css';
import { Row } from '../plain/layout/layout.tsx';
import { PAGE_SIZES } from './pages.ts';
import { t } from '../../base/t.ts';

/** A control for the number of rows on a page. */
export function PageSize({ value = PAGE_SIZES[0], onSize }: { value?: number | undefined; onSize: (size: number | undefined) => void }) {
  return (
    <Row as="label" inline gap={8} className={styles.size}>
      {t('table.perPage')}
      <select value={value} onChange={({ target }) => onSize(Number(target.value) === PAGE_SIZES[0] ? undefined : Number(target.value))}>
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
    </Row>
  );
}
