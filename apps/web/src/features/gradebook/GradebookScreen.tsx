import { useState } from 'react';
import { dateOf } from '../../base/dates.ts';
import { queryClient } from '../../base/query-client.ts';
import { usePageSearch } from '../../base/use-page-search.ts';
import { useUser } from '../../base/use-user.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { iconButtonClasses } from '../../ui/plain/icon-button-classes.ts';
import { Menu } from '../../ui/plain/Menu.tsx';
import { IconAdjustmentsHorizontal, IconArrowBackUp } from '../../ui/plain/icons.ts';
import { NotFound } from '../../ui/plain/NotFound.tsx';
import { IconDotsVertical } from '../../ui/feature-icons/icons.ts';
import { ClassFrame, type Course } from '../classes/index.ts';
import type { LoadedBook } from './book.ts';
import { bookKey } from './calls.ts';
import { choosePeriods } from './columns.ts';
import { FileTools } from './files/FileTools.tsx';
import { Gradebook } from './Gradebook.tsx';
import styles from './gradebook.module.css';
import { parseGradebookSearch } from './search.ts';
import { t } from './t.ts';
import { createActs } from './acts-done.ts';
import { useStore } from '../../base/use-store.ts';

/** The Gradebook tab of a class, for its staff. */
export function GradebookScreen() {
  const [acts] = useState(createActs);
  return (
    <ClassFrame tab="gradebook" actions={(course) => course.standing === 'staff' && <Actions course={course} acts={acts} />}>
      {(course) => (course.standing === 'staff' ? <Gradebook course={course} acts={acts} /> : <NotFound />)}
    </ClassFrame>
  );
}

function Actions({ course, acts }: { course: Course; acts: ReturnType<typeof createActs> }) {
  const { search, push } = usePageSearch(parseGradebookSearch);
  const { rights } = useUser();
  const { canUndo, isUndoing } = useStore(acts.store);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookKey(course.id) });
  /** The address, with the periods that it leaves to today. */
  const filters = () => {
    const known = queryClient.getQueryData<LoadedBook>(bookKey(course.id))?.book.head.periods ?? [];
    return { ...search, marking_periods: choosePeriods(known, search.marking_periods, dateOf(new Date())).map(({ key }) => key) };
  };
  const open = (dialog: 'act' | 'return' | 'history') => push((before) => ({ ...before, dialog }));
  return (
    <>
      <FileTools
        courseId={course.id}
        isArchived={course.is_archived}
        filters={filters}
        onImported={(actId) => {
          acts.add(actId);
          refresh();
        }}
        onTakenBack={(actId) => {
          acts.forget(actId);
          refresh();
        }}
      />
      {!course.is_archived && (
        <Button icon={IconArrowBackUp} disabled={!canUndo} pending={isUndoing} onClick={() => acts.undo()}>
          {t('common.undo')}
          <kbd className={styles.key} aria-hidden>
            Ctrl Z
          </kbd>
        </Button>
      )}
      {rights.includes('grade-settings:view') && (
        <Button icon={IconAdjustmentsHorizontal} onClick={() => push((before) => ({ ...before, setting: true }))}>
          {t('sheet.setting')}
        </Button>
      )}
      {rights.includes('submissions:view') && (
        <Menu
          label={t('sheet.more')}
          className={iconButtonClasses()}
          button={<IconDotsVertical size={20} />}
          actions={[
            ...(rights.includes('submissions:edit') && !course.is_archived
              ? [
                  { label: t('sheet.changeMany'), onSelect: () => open('act') },
                  { label: t('sheet.return'), onSelect: () => open('return') },
                ]
              : []),
            { label: t('sheet.history'), onSelect: () => open('history') },
          ]}
        />
      )}
    </>
  );
}
