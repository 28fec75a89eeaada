import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import type { loadPeople, Person } from './calls.ts';
import { peopleColumns } from './columns.tsx';
import { DeletePeopleDialog, type Deletion } from './DeletePeopleDialog.tsx';
import styles from './invitations.module.css';
import { keyOf, nameOf } from './selected.ts';
import { t } from '../../../base/t.ts';
import { useActs } from './use-acts.ts';

interface TeacherListProps {
  courseId: number;
  list: UseQueryResult<Awaited<ReturnType<typeof loadPeople>>>;
  page: number;
  onPage: (page: number | undefined) => void;
}

/** Lists the teachers of a class, owner first, and those invited to teach it. */
export function TeacherList({ courseId, list, page, onPage }: TeacherListProps) {
  const { refused, act } = useActs(courseId);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const rows = list.data?.data ?? [];
  const ask = (person: Person) => {
    const id = person.invitation_id ?? person.account_id;
    if (id !== null) setDeletion({ kind: person.status === 0 ? 'invitation' : 'teacher', ids: [id], name: nameOf(person) });
  };
  return (
    <section aria-labelledby="people-teachers" className={styles.section}>
      <h2 id="people-teachers">
        {t('people.teachers')} {list.data && <span className={styles.count}>{list.data.member_count}</span>}
      </h2>
      {refused.length > 0 && <RefusedRows words={t('people.refused')} rows={refused} />}
      <DataTable
        caption={t('people.teachers')}
        rowKey={keyOf}
        list={list}
        state={{ page }}
        onState={({ page: to }) => onPage(to)}
        withoutSearch
        columns={peopleColumns(rows.some(({ can_remove }) => can_remove) ? ask : undefined)}
        empty={<EmptyState compact title={t('people.noTeachers')} />}
      />
      {deletion && <DeletePeopleDialog deletion={deletion} act={act} onClose={() => setDeletion(null)} />}
    </section>
  );
}
