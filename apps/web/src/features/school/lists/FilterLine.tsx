import { useId, useState } from 'react';
import { useChunk } from '../../../base/use-chunk.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconAdjustmentsHorizontal } from '../../../ui/plain/icons.ts';
import type { ListFiltersProps } from './ListFilters.tsx';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';

const loadFilters = () => import('./ListFilters.tsx');

/** The active filters next to the search. Pressing it opens the filter controls, which take no space until then. */
export function FilterLine(props: ListFiltersProps) {
  const { filters, onFilters } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isFiltered = Object.keys(filters).length > 0;
  const parts = useChunk(loadFilters, isOpen || isFiltered);
  return (
    <>
      <Button icon={IconAdjustmentsHorizontal} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('list.filters')}
      </Button>
      {parts && isFiltered && <parts.FilterChips {...props} />}
      {isFiltered && (
        <Button variant="subtle" onClick={() => onFilters({})}>
          {t('list.resetFilters')}
        </Button>
      )}
      <div id={id} className={styles.panel} hidden={!isOpen}>
        {isOpen && parts && <parts.ListFilters {...props} />}
      </div>
    </>
  );
}
