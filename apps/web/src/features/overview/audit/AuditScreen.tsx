import type { auditBlocks, auditList } from '@classwright/contract/overview/audit/calls';
import { api } from '../../../base/api.ts';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { parseAuditSearch, type AuditSearch } from './search.ts';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { DataTable, usePagedList, useScroll } from '../../../ui/data-table/index.ts';
import { PageSize } from '../../../ui/data-table/PageSize.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { t } from '../../../base/t.ts';
import { AuditFilters } from './AuditFilters.tsx';
import styles from './audit.module.css';
import { auditColumns } from './columns.tsx';

const PER_PAGE = 25;
/** The height for two lines of changes and the link to the others. */
const ROW_HEIGHT = 76;

/** Returns the address that exports the shown entries, folded as shown. */
function exportPath({ page: _page, per_page: _size, scroll: _scroll, ...search }: AuditSearch): `/api/${string}` {
  const query = new URLSearchParams({ folded: '1' });
  for (const [name, value] of Object.entries(search)) query.set(name, String(value));
  return `/api/audit/export?${query}`;
}
const download = (path: `/api/${string}`) => openDownload(path).catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));

/** Shows who changed what and when, for people with the page's right. */
export function AuditScreen() {
  const { search, replace } = usePageSearch(parseAuditSearch);
  const { page = 1, search_text = '', per_page, scroll: isInScroll, ...filters } = search;
  const shape = tidy({ per_page, scroll: isInScroll });
  const query = { ...filters, folded: '1' as const, page, search_text, per_page: per_page ?? PER_PAGE };
  const trail = usePagedList(['audit'], query, (asked, signal) => api<typeof auditList>('GET', '/audit', { query: asked, signal }));
  const scroll = useScroll({
    isOn: isInScroll === true,
    onSwitch: (isOn) => replace(tidy({ ...search, page: undefined, scroll: isOn })),
    query,
    load: (asked, signal) => api<typeof auditBlocks>('GET', '/audit/blocks', { query: asked, signal }),
    list: trail,
    rowHeight: ROW_HEIGHT,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const narrow = (by: AuditSearch) => replace({ ...filters, ...shape, ...(search_text ? { search_text } : {}), ...by });
  const reset = (
    <Button variant="subtle" onClick={() => replace({})}>
      {t('audit.reset')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        sub={t('audit.about')}
        actions={
          <Button icon={IconDownload} onClick={() => void download(exportPath(search))}>
            {t('audit.export')}
          </Button>
        }
      />
      <DataTable
        caption={t('audit.title')}
        rowKey={({ id }) => id}
        list={trail}
        state={search}
        onState={(state) => replace({ ...filters, ...shape, ...state })}
        sizes={
          <PageSize
            value={per_page}
            onSize={(chosen) => replace({ ...filters, ...(search_text ? { search_text } : {}), ...(chosen ? { per_page: chosen } : {}) })}
          />
        }
        tools={
          <>
            <AuditFilters search={search} answer={trail.data} error={trail.error} onSearch={replace} />
            {trail.data && <span className={styles.zone}>{t('audit.zone', { zone: trail.data.time_zone })}</span>}
          </>
        }
        scroll={scroll}
        columns={auditColumns({ timeZone: trail.data?.time_zone ?? 'UTC', narrow, isBatchOpen: search.batch !== undefined, isInScroll: scroll.isOn })}
        empty={
          <EmptyState compact title={t('audit.none')} action={isFiltered ? reset : undefined}>
            {isFiltered ? t('audit.noneFound') : t('audit.noneHint')}
          </EmptyState>
        }
      />
    </>
  );
}
