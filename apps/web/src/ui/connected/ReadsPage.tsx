import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Column, DataTable, type ListAnswer } from '../data-table/index.ts';
import { IconArrowLeft } from '../feature-icons/icons.ts';
import { Button } from '../plain/Button.tsx';
import { EmptyState } from '../plain/EmptyState.tsx';
import { PageHeader } from '../plain/PageHeader.tsx';

interface ReadsProps<Read extends { id: number }, Answer extends ListAnswer<Read>> {
  queryKey: readonly unknown[];
  load: (page: number, signal: AbortSignal) => Promise<Answer>;
  page: number;
  columns: readonly Column<Read>[];
  words: { title: (answer: Answer | undefined) => string; about: string; back: string; none: string };
  onPage: (page: number | undefined) => void;
  onBack: () => void;
}

/** Lists the readings of one other system, page by page. */
export function ReadsPage<Read extends { id: number }, Answer extends ListAnswer<Read>>(props: ReadsProps<Read, Answer>) {
  const { queryKey, load, page, columns, words, onPage, onBack } = props;
  const reads = useQuery({ queryKey: [...queryKey, page], queryFn: ({ signal }) => load(page, signal), placeholderData: keepPreviousData });
  const title = words.title(reads.data);
  return (
    <>
      <PageHeader
        title={title}
        sub={words.about}
        actions={
          <Button icon={IconArrowLeft} onClick={onBack}>
            {words.back}
          </Button>
        }
      />
      <DataTable
        caption={title}
        rowKey={({ id }) => id}
        list={reads}
        state={{ page }}
        onState={(state) => onPage(state.page)}
        withoutSearch
        columns={columns}
        empty={<EmptyState title={words.none} />}
      />
    </>
  );
}
