import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { tidy } from '../../../base/search.ts';
import { DataTable } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconMail } from '../../../ui/plain/icons.ts';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import type { loadPeople, Person } from './calls.ts';
import { peopleColumns } from './columns.tsx';
import { DeletePeopleDialog, type Deletion } from './DeletePeopleDialog.tsx';
import styles from './invitations.module.css';
import type { PeopleSearch } from './search.ts';
import { keyOf, nameOf, toIds } from './selected.ts';
import { t } from '../../../base/t.ts';
import { useActs } from './use-acts.ts';

interface StudentListProps {
  courseId: number;
  list: UseQueryResult<Awaited<ReturnType<typeof loadPeople>>>;
  search: PeopleSearch;
  replace: (to: PeopleSearch) => void;
  /** Undefined when nobody can be invited from here. */
  onInvite: (() => void) | undefined;
}

/** Lists the students of a class and those invited to it, with search, filters and removal of many together. */
export function StudentList({ courseId, list, search, replace, onInvite }: StudentListProps) {
  const { page: _page, search_text, show, invite: _open, ...others } = search;
  const { refused, act } = useActs(courseId);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const selection = useSelection(JSON.stringify([search_text, show]));
  const chosen = toIds(selection.keys);
  const seesInvited = (list.data?.invited_count ?? 0) > 0 || show !== undefined;
  const ask = (person: Person) => {
    const id = person.invitation_id ?? person.account_id;
    if (id !== null) setDeletion({ kind: person.status === 0 ? 'invitation' : 'student', ids: [id], name: nameOf(person) });
  };
  const actAndClear: typeof act = async (how, ids) => {
    await act(how, ids);
    selection.clear();
  };
  const goTo = (to: PeopleSearch) => replace(tidy({ ...others, ...to }));
  const mayChange = list.data?.data.some(({ can_remove }) => can_remove) ?? false;
  return (
    <section aria-labelledby="people-students" className={styles.section}>
      <h2 id="people-students">
        {t('people.students')} {list.data && <span className={styles.count}>{list.data.member_count}</span>}
      </h2>
      {refused.length > 0 && <RefusedRows words={t('people.refused')} rows={refused} />}
      <DataTable
        caption={t('people.students')}
        rowKey={keyOf}
        list={list}
        state={search}
        onState={({ page: to, search_text: text }) => goTo({ show, page: to, search_text: text } as PeopleSearch)}
        tools={
          seesInvited && (
            <SelectField
              label={t('people.show')}
              value={show ?? ''}
              onChange={({ target }) => goTo({ search_text, show: target.value === '' ? undefined : target.value } as PeopleSearch)}
              options={[
                { value: '', label: t('people.everybody') },
                { value: 'members', label: t('people.inClass') },
                { value: 'invited', label: t('people.invited') },
              ]}
            />
          )
        }
        selecting={
          mayChange
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: (
                  <>
                    {chosen.members.length > 0 && (
                      <Button size="s" icon={IconTrash} onClick={() => setDeletion({ kind: 'student', ids: chosen.members, name: null })}>
                        {t('people.deleteStudent')}
                      </Button>
                    )}
                    {chosen.invitations.length > 0 && (
                      <Button size="s" icon={IconTrash} onClick={() => setDeletion({ kind: 'invitation', ids: chosen.invitations, name: null })}>
                        {t('people.deleteInvitation')}
                      </Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
        columns={peopleColumns(mayChange ? ask : undefined)}
        empty={
          show !== undefined ? (
            <EmptyState compact title={t('people.noneOfStatus')} action={<Button onClick={() => goTo({})}>{t('people.everybody')}</Button>} />
          ) : onInvite ? (
            <EmptyState
              title={t('people.noStudents')}
              action={
                <Button icon={IconMail} variant="filled" onClick={onInvite}>
                  {t('people.inviteStudent')}
                </Button>
              }
            >
              {t('people.noStudentsHint')}
            </EmptyState>
          ) : (
            <EmptyState compact title={t('people.noneForStudents')} />
          )
        }
      />
      {deletion && <DeletePeopleDialog deletion={deletion} act={actAndClear} onClose={() => setDeletion(null)} />}
    </section>
  );
}
