import type { ReactNode } from 'react';
import type { Pagination } from '@classwright/contract/core/fields';
import { t } from '../../base/t.ts';
import { IconButton } from '../plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../plain/icons.ts';
import { Grid, Row } from '../plain/layout/layout.tsx';
import styles from './DataTable.module.css';
import { visiblePages } from './pages.ts';

/** A list with no more rows than this needs no other page size. */
const SMALLEST = 25;

interface PagerProps {
  pagination: Pagination;
  onPage: (page: number) => void;
  /** The maximum number of page links. */
  links?: number | undefined;
  sizes?: ReactNode;
}

/** Shows the position in a list, with links to its other pages. */
export function Pager({ pagination, onPage, links, sizes }: PagerProps) {
  const { current_page: current, last_page: last, from, to, total } = pagination;
  return (
    <Row wrap gap={16} rowGap={8} justify="between" tone="dimmed" grow numbers className={styles.pager}>
      <p>{t('table.range', { from: from ?? 0, to: to ?? 0, total })}</p>
      {total > SMALLEST && sizes}
      {last > 1 && (
        <nav aria-label={t('table.pages')}>
          <IconButton icon={IconChevronLeft} label={t('table.previous')} disabled={current <= 1} onClick={() => onPage(current - 1)} />
          {visiblePages(current, last, links).map((page, index) =>
            page === null ? (
              <Grid as="span" key={`gap${index}`} inline align="center" items="center" weight={600} tone="text" radius="md" className={styles.gap} aria-hidden>
                …
              </Grid>
            ) : (
              <button
                key={page}
                type="button"
                className={styles.page}
                aria-label={t('table.page', { page })}
                aria-current={page === current ? 'page' : undefined}
                onClick={() => onPage(page)}
              >
                {page}
              </button>
            ),
          )}
          <IconButton icon={IconChevronRight} label={t('table.next')} disabled={current >= last} onClick={() => onPage(current + 1)} />
        </nav>
      )}
    </Row>
  );
}
