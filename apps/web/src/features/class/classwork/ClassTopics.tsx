import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { listTopics, type Topic, workKey } from './calls.ts';
import { t } from '../../../base/t.ts';
import { DeleteTopicDialog, TopicDialog } from './TopicDialogs.tsx';
import { TopicTable } from './TopicTable.tsx';

/** Shows the topics of one class, opened from its Create menu. */
export function ClassTopics({ courseId, courseName, onClose }: { courseId: number; courseName: string; onClose: () => void }) {
  const { rights } = useUser();
  const may = (action: string) => rights.includes(`topics:${action}`);
  const client = useQueryClient();
  const [edited, setEdited] = useState<Topic | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Topic | null>(null);
  const topics = useQuery({ queryKey: [...workKey(courseId), 'topics'], queryFn: ({ signal }) => listTopics(courseId, signal) });
  const refresh = () => void client.invalidateQueries({ queryKey: workKey(courseId) });
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        title={t('topics.title')}
        width={560}
        locked={edited !== null || deleting !== null}
        footer={
          <>
            <Button onClick={onClose}>{t('common.close')}</Button>
            {may('create') && (
              <Button variant="filled" icon={IconPlus} onClick={() => setEdited('new')}>
                {t('topics.create')}
              </Button>
            )}
          </>
        }
      >
        <TopicTable
          topics={topics}
          withClass={false}
          onEdit={may('edit') ? setEdited : null}
          onDelete={may('delete') ? setDeleting : null}
          empty={
            <EmptyState compact title={t('topics.none')}>
              {t('topics.noneHint')}
            </EmptyState>
          }
        />
      </Dialog>
      {edited && (
        <TopicDialog topic={edited === 'new' ? null : edited} course={{ id: courseId, name: courseName }} onClose={() => setEdited(null)} onSaved={refresh} />
      )}
      {deleting && <DeleteTopicDialog topic={deleting} onClose={() => setDeleting(null)} onDeleted={refresh} />}
    </>
  );
}
