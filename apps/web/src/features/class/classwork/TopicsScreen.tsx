import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { listTopics, type Topic } from './calls.ts';
import { parseTopicsSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { DeleteTopicDialog, TopicDialog } from './TopicDialogs.tsx';
import { TopicTable } from './TopicTable.tsx';

/** Shows the topics of all classes that a person runs. */
export function TopicsScreen() {
  const { rights } = useUser();
  const may = (action: string) => rights.includes(`topics:${action}`);
  const { search, push, replace } = usePageSearch(parseTopicsSearch);
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<Topic | null>(null);
  const topics = useQuery({ queryKey: ['topics'], queryFn: ({ signal }) => listTopics(null, signal) });
  const refresh = () => void client.invalidateQueries({ queryKey: ['topics'] });
  const edited = topics.data?.find(({ id }) => id === search.edit);
  const create = may('create') && (
    <Button variant="filled" icon={IconPlus} onClick={() => push({ create: true })}>
      {t('topics.create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('topics.title')} actions={create} />
      <TopicTable
        topics={topics}
        withClass
        onEdit={may('edit') ? ({ id }) => push({ edit: id }) : null}
        onDelete={may('delete') ? setDeleting : null}
        empty={<EmptyState title={t('topics.none')}>{t('topics.noneHint')}</EmptyState>}
      />
      {search.create && may('create') && <TopicDialog topic={null} course={null} onClose={() => replace({})} onSaved={refresh} />}
      {edited && may('edit') && <TopicDialog key={edited.id} topic={edited} course={null} onClose={() => replace({})} onSaved={refresh} />}
      {deleting && <DeleteTopicDialog topic={deleting} onClose={() => setDeleting(null)} onDeleted={refresh} />}
    </>
  );
}
