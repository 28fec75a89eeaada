import type { censoredTextList } from '@classwright/contract/class/censorship/calls';
import { Link } from '@tanstack/react-router';
import { api } from '../../../base/api.ts';
import { parseCensoredSearch } from './search.ts';
import { searchLink, usePageSearch } from '../../../base/use-page-search.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { censoredColumns } from './columns.tsx';
import { Filters } from './Filters.tsx';
import { OriginalDialog } from './OriginalDialog.tsx';
import { t } from '../../../base/t.ts';

const PER_PAGE = 25;

/** Shows texts with replaced words, to the teachers of their classes and to Admins. */
export function CensoredTextsScreen() {
  const { search, replace } = usePageSearch(parseCensoredSearch);
  const { text, ...state } = search;
  const { page = 1, search_text = '', reviewed, ...filters } = state;
  const query = { ...filters, ...(reviewed && { reviewed: reviewed === 'yes' }), page, search_text, per_page: PER_PAGE };
  const list = usePagedList(['censored-texts', 'list'], query, (asked, signal) =>
    api<typeof censoredTextList>('GET', '/censorship/originals', { query: asked, signal }),
  );
  const isFiltered = reviewed !== undefined || Object.keys(filters).length > 0;
  const reset = (
    <Button variant="subtle" onClick={() => replace({})}>
      {t('censored.resetFilters')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('censored.title')} sub={t('censored.about')} />
      <Filters search={search} classes={list.data?.classes ?? []} error={list.error} onSearch={replace} />
      <DataTable
        caption={t('censored.title')}
        columns={censoredColumns()}
        rowKey={({ id }) => id}
        list={list}
        state={state}
        onState={(next) => replace({ ...filters, ...(reviewed && { reviewed }), ...next })}
        tools={isFiltered && reset}
        renderOpen={(row, words, className) => (
          <Link {...searchLink({ ...state, text: row.id })} className={className} title={t('censored.open')}>
            {words}
          </Link>
        )}
        empty={
          isFiltered ? (
            <EmptyState compact title={t('censored.noneFiltered')} action={reset} />
          ) : (
            <EmptyState title={t('censored.none')}>{t('censored.noneHint')}</EmptyState>
          )
        }
      />
      {text !== undefined && <OriginalDialog key={text} id={text} onClose={() => replace(state)} />}
    </>
  );
}
