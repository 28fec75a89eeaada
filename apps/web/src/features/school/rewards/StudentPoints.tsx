import { fullName } from '../../../base/full-name.ts';
import type { RewardStudentView, rewardStudentList } from '@classwright/contract/school/rewards/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, usePagedList, RowActs } from '../../../ui/data-table/index.ts';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconGift, IconListDetails } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { POINTS, taughtClasses } from './calls.ts';
import { inFigures } from './columns.tsx';
import { GiveDialog } from './GiveDialog.tsx';
import styles from './rewards.module.css';
import { parseRewardSearch } from './search.ts';
import { StudentDialog } from './StudentDialog.tsx';
import { t } from '../../../base/t.ts';

/** Lists the students of a class with their points, and gives them some. */
export function StudentPoints() {
  const { search, replace } = usePageSearch(parseRewardSearch);
  const classes = useQuery({ queryKey: ['choices', taughtClasses.name, ''], queryFn: ({ signal }) => taughtClasses.load('', signal) });
  const [picked, setPicked] = useState<Choice | null>(null);
  if (classes.isError) return <LoadFailed error={classes.error} onRetry={() => void classes.refetch()} pending={classes.isFetching} />;
  if (!classes.data) return <Skeleton height={200} />;
  const courseId = search.course_id ?? classes.data[0]?.id;
  if (courseId === undefined) return <EmptyState title={t('rewards.noClass')}>{t('rewards.noClassHint')}</EmptyState>;
  const course = [picked, ...classes.data].find((one) => one?.id === courseId) ?? { id: courseId, name: `#${courseId}` };
  return (
    <>
      <div className={styles.class}>
        <ChoiceField
          label={t('rewards.class')}
          source={taughtClasses}
          value={[course]}
          onChange={([chosen]) => {
            setPicked(chosen ?? null);
            replace({ ...(search.tab ? { tab: search.tab } : {}), ...(chosen ? { course_id: chosen.id } : {}) });
          }}
        />
      </div>
      <Students key={courseId} courseId={courseId} />
    </>
  );
}

function Students({ courseId }: { courseId: number }) {
  const { rights } = useUser();
  const { search, push, replace } = usePageSearch(parseRewardSearch);
  const { page = 1, search_text, student, ...place } = search;
  const list = usePagedList([POINTS, 'students'], { course_id: courseId, page, ...(search_text ? { search_text } : {}) }, (query, signal) =>
    api<typeof rewardStudentList>('GET', '/reward-point/students', { query, signal }),
  );
  const selection = useSelection(`${courseId} ${search_text ?? ''}`);
  const [giving, setGiving] = useState<{ ids: number[]; name: string | null } | null>(null);
  const mayGive = rights.includes('student-points:create');
  const actions: Column<RewardStudentView> = {
    key: 'actions',
    header: t('rewards.actions'),
    align: 'end',
    nowrap: true,
    card: 'aside',
    cell: (row) => (
      <RowActs
        name={fullName(row)}
        acts={[
          ...(mayGive
            ? [
                {
                  words: t('rewards.give'),
                  label: t('rewards.giveTo', { name: fullName(row) }),
                  icon: IconGift,
                  onSelect: () => setGiving({ ids: [row.id], name: fullName(row) }),
                },
              ]
            : []),
          {
            words: t('rewards.points'),
            label: t('rewards.open', { name: fullName(row) }),
            icon: IconListDetails,
            onSelect: () => push({ ...search, student: row.id }),
          },
        ]}
      />
    ),
  };
  return (
    <>
      <DataTable
        caption={t('rewards.tab.students')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={(to) => replace({ ...place, ...to })}
        columns={[
          { key: 'name', header: t('rewards.name'), heading: true, cell: (row) => <span dir="auto">{fullName(row)}</span> },
          {
            key: 'points',
            header: t('rewards.points'),
            align: 'end',
            nowrap: true,
            cell: ({ points }) => (
              <Text as="span" numbers nowrap>
                {inFigures(points)}
              </Text>
            ),
          },
          actions,
        ]}
        selecting={
          mayGive
            ? {
                of: selection,
                nameOf: fullName,
                offersAll: false,
                actions: (
                  <Button size="s" icon={IconGift} onClick={() => setGiving({ ids: [...selection.keys].map(Number), name: null })}>
                    {t('rewards.give')}
                  </Button>
                ),
              }
            : undefined
        }
        empty={<EmptyState title={t('rewards.noStudents')}>{t('rewards.noStudentsHint')}</EmptyState>}
      />
      {giving && (
        <GiveDialog
          courseId={courseId}
          accountIds={giving.ids}
          name={giving.name}
          onClose={() => setGiving(null)}
          onGiven={() => {
            setGiving(null);
            selection.clear();
          }}
        />
      )}
      {student !== undefined && <StudentDialog id={student} onClose={() => replace({ ...place, ...(search_text ? { search_text } : {}), page })} />}
    </>
  );
}
