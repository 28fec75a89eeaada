import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useTitle } from '../../../base/use-title.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { ClassFrame, type Course } from '../classes/index.ts';
import { COURSE_WORK_KINDS } from '@classwright/contract/class/classwork/kinds';
import { listTopics, listWorks, type WorkRow, workKey, deleteWork, restoreWorks } from './calls.ts';
import styles from './classwork.module.css';
import { workColumns } from './columns.tsx';
import { showSnack } from '../../../base/snackbar.ts';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { NO_MARKS, type WorkMarks } from './marks.ts';
import { type ClassworkSearch, parseClassworkSearch, type SeenOfWork } from './search.ts';
import { t } from '../../../base/t.ts';
import { useManyWorks } from './use-many-works.tsx';

const WorkForm = lazyScreen(() => import('./form/WorkForm.tsx'), 'WorkForm');
const ClassTopics = lazyScreen(() => import('./ClassTopics.tsx'), 'ClassTopics');

/** Renders the open work. The caller knows its submissions. */
export type RenderWork = (open: {
  courseId: number;
  workId: number;
  seen: SeenOfWork;
  /** Called when another part of it is shown, so that the address names that part. */
  onSee: (seen: SeenOfWork) => void;
  onClose: () => void;
}) => ReactNode;

interface Classwork {
  renderWork: RenderWork;
  /** Renders tools next to the heading. */
  renderTools?: (course: Course) => ReactNode;
  /** Renders the works with the marks of another system. */
  renderMarked?: (course: Course, draw: (marks: WorkMarks) => ReactNode) => ReactNode;
}

/** The Classwork tab of a class. */
export function ClassworkScreen({ renderWork, renderTools, renderMarked = (_course, draw) => draw(NO_MARKS) }: Classwork) {
  return (
    <ClassFrame tab="classwork">
      {(course) => renderMarked(course, (marks) => <ClassWork course={course} renderWork={renderWork} tools={renderTools?.(course)} marks={marks} />)}
    </ClassFrame>
  );
}

function ClassWork({ course, renderWork, tools, marks }: { course: Course; renderWork: RenderWork; tools: ReactNode; marks: WorkMarks }) {
  const heading = t('work.courseTitle', { course: course.name });
  useTitle(heading);
  const { search, push, replace } = usePageSearch(parseClassworkSearch);
  const { rights } = useUser();
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<WorkRow | null>(null);
  const isStaff = course.standing === 'staff';
  const may = (action: string) => isStaff && !course.is_archived && rights.includes(`classwork:${action}`);
  const { page = 1, search_text, topic, work, edit, create, topics: areTopicsOpen } = search;
  const list = usePagedList([...workKey(course.id), 'list'], { page, search_text, topic_id: topic }, (query, signal) => listWorks(course.id, query, signal));
  const topics = useQuery({ queryKey: [...workKey(course.id), 'topics'], queryFn: ({ signal }) => listTopics(course.id, signal) });
  const refresh = () => void client.invalidateQueries({ queryKey: ['class', course.id] });
  const filters: ClassworkSearch = { ...(page > 1 && { page }), ...(search_text !== undefined && { search_text }), ...(topic !== undefined && { topic }) };
  const many = useManyWorks({ courseId: course.id, scope: JSON.stringify([search_text, topic]), topics: topics.data ?? [], onChanged: refresh });
  /** True when there is nothing to filter: neither work nor topics. */
  const isBare = list.data?.pagination.total === 0 && topics.data?.length === 0 && topic === undefined;
  const topicName = topics.data?.find(({ id }) => id === topic)?.name;
  return (
    <>
      <Row wrap justify="between" className={styles.head}>
        <h2>{heading}</h2>
        {tools}
        {may('create') && (
          <Menu
            label={t('work.create')}
            className={buttonClasses({ variant: 'filled' })}
            button={
              <>
                <IconPlus size={18} />
                {t('work.create')}
              </>
            }
            actions={[
              ...COURSE_WORK_KINDS.map((kind) => ({ label: t(`work.create.${kind}`), onSelect: () => push({ ...filters, create: kind }) })),
              { label: t('work.create.topics'), onSelect: () => push({ ...filters, topics: true }) },
            ]}
          />
        )}
      </Row>
      {many.refused}
      <DataTable
        caption={heading}
        rowKey={({ id }) => id}
        list={list}
        pageLinks={10}
        state={{ page, ...(search_text !== undefined && { search_text }) }}
        onState={(state) => replace({ ...(topic !== undefined && { topic }), ...state })}
        tools={
          !isBare && (
            <SelectField
              label={t('work.topic')}
              value={topic ?? ''}
              onChange={({ target }) => replace(target.value === '' ? {} : { topic: Number(target.value) })}
              options={[{ value: '', label: t('work.allTopics') }, ...(topics.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
            />
          )
        }
        renderOpen={(row, words, className) => (
          <button type="button" className={className} onClick={() => push({ ...filters, work: row.id })}>
            {words}
          </button>
        )}
        selecting={may('delete') ? many.selecting : undefined}
        columns={workColumns({
          isStaff,
          marks,
          onView: ({ id }) => push({ ...filters, work: id }),
          onEdit: may('edit') ? ({ id }) => push({ ...filters, edit: id }) : null,
          onDelete: may('delete') ? setDeleting : null,
        })}
        empty={
          topic === undefined ? (
            <EmptyState
              title={t('work.none')}
              action={
                may('create') ? (
                  <Button icon={IconPlus} onClick={() => push({ create: 'ASSIGNMENT' })}>
                    {t('work.form.create')}
                  </Button>
                ) : undefined
              }
            >
              {t(isStaff ? 'work.none.staff' : 'work.none.student')}
            </EmptyState>
          ) : (
            <EmptyState compact title={t('work.noneOfTopic', { topic: topicName ?? '' })}>
              {t('work.noneOfTopicHint')}
            </EmptyState>
          )
        }
      />
      {many.dialogs}
      {work !== undefined &&
        renderWork({
          courseId: course.id,
          workId: work,
          seen: search,
          onSee: ({ tab, student }) => replace(tidy({ ...filters, work, tab, student })),
          onClose: () => replace(filters),
        })}
      {edit !== undefined && may('edit') && !marks.isLocked(edit) && (
        <WorkForm key={edit} courseId={course.id} workId={edit} onClose={() => replace(filters)} onSaved={refresh} />
      )}
      {create !== undefined && may('create') && <WorkForm key={create} courseId={course.id} kind={create} onClose={() => replace(filters)} onSaved={refresh} />}
      {areTopicsOpen && may('create') && <ClassTopics courseId={course.id} courseName={course.name} onClose={() => replace(filters)} />}
      {deleting && <DeleteWorkDialog work={deleting} onClose={() => setDeleting(null)} onChanged={refresh} />}
    </>
  );
}

/**
 * A dialog that asks before work is deleted, and again if it has grades. It can be undone. A refusal closes it and is
 * shown in red.
 */
function DeleteWorkDialog({ work, onClose, onChanged }: { work: WorkRow; onClose: () => void; onChanged: () => void }) {
  const undo = async () => {
    const { message } = await restoreWorks(work.courseId, [work.id]);
    onChanged();
    return message;
  };
  return (
    <DeleteDialog
      title={t('work.deleteConfirm')}
      name={work.title}
      pendingLabel={t('work.deleting')}
      closesOnRefusal
      again={{ code: 'WORK_GRADED', title: t('work.deleteGraded') }}
      onClose={onClose}
      onDelete={async (isConfirmed) => {
        showSnack((await deleteWork(work.courseId, work.id, isConfirmed)).message, { undo });
        onChanged();
      }}
    >
      <p>{t('work.deleteHint')}</p>
    </DeleteDialog>
  );
}
