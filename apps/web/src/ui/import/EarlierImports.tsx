import type { ImportView } from '@classwright/contract/school/imports/calls';
import { useId, useState } from 'react';
import { momentOf } from '../../base/dates.ts';
import { Button } from '../plain/Button.tsx';
import { Chip } from '../plain/Chip.tsx';
import { IconArrowBackUp } from '../plain/icons.ts';
import type { UndoImportCalls } from './undo-import-calls.ts';
import styles from './EarlierImports.module.css';
import { t } from '../../base/t.ts';
import { usePagedList } from '../data-table/index.ts';

interface EarlierProps<State extends ImportView> {
  calls: UndoImportCalls<State>;
  kind: ImportView['kind'];
  onShow: (state: State) => void;
}

/** Lists one's own imports of the last weeks, to open again or undo. Shows nothing if there are none. */
export function EarlierImports<State extends ImportView>({ calls, kind, onShow }: EarlierProps<State>) {
  const id = useId();
  const [page, setPage] = useState(1);
  const { data } = usePagedList(['imports', kind, 'earlier'], page, calls.list, { gcTime: 0, staleTime: 0 });
  if (!data || data.pagination.total === 0) return null;
  const { last_page: last } = data.pagination;
  return (
    <section className={styles.earlier} aria-labelledby={id}>
      <h3 id={id}>{t('takeBack.earlier')}</h3>
      <ul>
        {data.data.map((state) => (
          <li key={state.id}>
            <button type="button" onClick={() => onShow(state)}>
              <bdi>{state.file_name}</bdi>
              <small>
                <time dateTime={state.created_at}>{momentOf(state.created_at)}</time> · {t(`takeBack.made.${kind}`, { count: state.created_count })}
              </small>
            </button>
            {state.take_back?.status === 'finished' && <Chip icon={IconArrowBackUp}>{t('takeBack.isTaken')}</Chip>}
          </li>
        ))}
      </ul>
      {last > 1 && (
        <div className={styles.pages}>
          <Button size="s" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('takeBack.newer')}
          </Button>
          <Button size="s" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t('takeBack.older')}
          </Button>
        </div>
      )}
    </section>
  );
}
