import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DataTable, type ListAnswer, RowActs } from '../../../ui/data-table/index.ts';
import { IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import type { Topic } from './calls.ts';
import { t } from '../../../base/t.ts';

const PER_PAGE = 25;

interface TopicTableProps {
  topics: UseQueryResult<Topic[]>;
  withClass: boolean;
  /** Edits a topic; null if this person may not. */
  onEdit: ((topic: Topic) => void) | null;
  onDelete: ((topic: Topic) => void) | null;
  empty: ReactNode;
}

/** Shows topics with their actions. All of them are loaded; the table divides them into pages. */
export function TopicTable({ topics, withClass, onEdit, onDelete, empty }: TopicTableProps) {
  const [page, setPage] = useState(1);
  return (
    <DataTable
      caption={t('topics.title')}
      rowKey={({ id }) => id}
      withoutSearch
      list={topics.data ? ({ ...topics, data: pageOf(topics.data, page) } as UseQueryResult<ListAnswer<Topic>>) : (topics as UseQueryResult<never>)}
      state={{ page }}
      onState={(state) => setPage(state.page ?? 1)}
      columns={[
        { key: 'name', header: t('topics.name'), heading: true, cell: ({ name }) => <span dir="auto">{name}</span> },
        ...(withClass ? [{ key: 'class', header: t('topics.class'), cell: ({ course_name }: Topic) => <span dir="auto">{course_name}</span> }] : []),
        {
          key: 'actions',
          header: t('topics.actions'),
          align: 'end',
          nowrap: true,
          card: 'aside',
          cell: (topic) => (
            <RowActs
              name={topic.name}
              acts={[
                ...(onEdit
                  ? [{ words: t('act.edit'), label: t('topics.editRow', { name: topic.name }), icon: IconPencil, onSelect: () => onEdit(topic) }]
                  : []),
                ...(onDelete
                  ? [{ words: t('act.delete'), label: t('topics.deleteRow', { name: topic.name }), icon: IconTrash, onSelect: () => onDelete(topic) }]
                  : []),
              ]}
            />
          ),
        },
      ]}
      empty={empty}
    />
  );
}

function pageOf(topics: readonly Topic[], page: number): ListAnswer<Topic> {
  const first = (page - 1) * PER_PAGE;
  const data = topics.slice(first, first + PER_PAGE);
  const total = topics.length;
  const [from, to] = data.length > 0 ? [first + 1, first + data.length] : [null, null];
  return { data, pagination: { total, per_page: PER_PAGE, current_page: page, last_page: Math.max(1, Math.ceil(total / PER_PAGE)), from, to } };
}
