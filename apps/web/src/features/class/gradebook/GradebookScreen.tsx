import { type ReactNode, useState } from 'react';
import { dateOf } from '../../../base/dates.ts';
import { queryClient } from '../../../base/query-client.ts';
import { useIsNarrow } from '../../../base/use-media.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { iconButtonClasses } from '../../../ui/plain/icon-button-classes.ts';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { IconAdjustmentsHorizontal, IconArrowBackUp, IconDotsVertical } from '../../../ui/plain/icons.ts';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { ClassFrame, type Course } from '../classes/index.ts';
import type { LoadedBook } from './book.ts';
import { bookKey } from './calls.ts';
import { type CellMarks, NO_CELL_MARKS } from './cell-marks.ts';
import { choosePeriods } from './columns.ts';
import { FileTools, type Tool } from './files/FileTools.tsx';
import { Gradebook } from './Gradebook.tsx';
import styles from './gradebook.module.css';
import { parseGradebookSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { createActs } from './acts-done.ts';
import { useStore } from '../../../base/use-store.ts';

/** The first tab stop in the grades: in the sheet, or in the list of a phone. */
const FIRST_STOP = '[data-grades] [role="grid"] [tabindex="0"], [data-grades] ul input';

type RenderMarked = (course: Course, draw: (marks: CellMarks) => ReactNode) => ReactNode;

/**
 * Shows the Gradebook tab of a class, for its staff. `renderMarked` draws it with another system's marks for its
 * grades.
 */
export function GradebookScreen({ renderMarked = (_course, draw) => draw(NO_CELL_MARKS) }: { renderMarked?: RenderMarked }) {
  const [acts] = useState(createActs);
  return (
    <>
      {/* shown with the keyboard's focus alone: past the tabs, the tools and the filters */}
      <button type="button" className={styles.skip} onClick={() => document.querySelector<HTMLElement>(FIRST_STOP)?.focus()}>
        {t('sheet.skip')}
      </button>
      <ClassFrame tab="gradebook" actions={(course) => course.standing === 'staff' && <Actions course={course} acts={acts} />}>
        {(course) => (course.standing === 'staff' ? renderMarked(course, (marks) => <Gradebook course={course} acts={acts} marks={marks} />) : <NotFound />)}
      </ClassFrame>
    </>
  );
}

function Actions({ course, acts }: { course: Course; acts: ReturnType<typeof createActs> }) {
  const { search, push } = usePageSearch(parseGradebookSearch);
  const { rights } = useUser();
  const isNarrow = useIsNarrow();
  const { canUndo, isUndoing } = useStore(acts.store);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: bookKey(course.id) });
  /** Returns the filters of the address, with the default periods of today filled in. */
  const filters = () => {
    const known = queryClient.getQueryData<LoadedBook>(bookKey(course.id))?.book.head.periods ?? [];
    return { ...search, marking_periods: choosePeriods(known, search.marking_periods, dateOf(new Date())).map(({ key }) => key) };
  };
  const open = (dialog: 'act' | 'return' | 'history') => push((before) => ({ ...before, dialog }));
  const onImported = (actId: number) => {
    acts.add(actId);
    refresh();
  };
  const onTakenBack = (actId: number) => {
    acts.forget(actId);
    refresh();
  };
  const settings: Tool = { label: t('sheet.setting'), icon: IconAdjustmentsHorizontal, onSelect: () => push((before) => ({ ...before, setting: true })) };
  const toolsWith = (files: readonly Tool[]) => [...files, ...(rights.includes('grade-settings:view') ? [settings] : [])];
  const ofGrades = [
    ...(rights.includes('submissions:edit') && !course.is_archived
      ? [
          { label: t('sheet.changeMany'), onSelect: () => open('act') },
          { label: t('sheet.return'), onSelect: () => open('return') },
        ]
      : []),
    ...(rights.includes('submissions:view') ? [{ label: t('sheet.history'), onSelect: () => open('history') }] : []),
    { label: t('sheet.whatIf'), onSelect: () => push((before) => ({ ...before, what_if: true })) },
  ];
  // what-if mode has no tools of the real gradebook
  if (search.what_if) return null;
  return (
    <FileTools courseId={course.id} isArchived={course.is_archived} filters={filters} onImported={onImported} onTakenBack={onTakenBack}>
      {(files) => (
        <>
          {!course.is_archived && (
            <Button icon={IconArrowBackUp} disabled={!canUndo} pending={isUndoing} onClick={() => acts.undo()}>
              {t('common.undo')}
              {!isNarrow && (
                <kbd className={styles.key} aria-hidden>
                  Ctrl Z
                </kbd>
              )}
            </Button>
          )}
          {!isNarrow &&
            toolsWith(files).map(({ label, icon, onSelect }) => (
              <Button key={label} icon={icon} onClick={onSelect}>
                {label}
              </Button>
            ))}
          <Menu
            label={t('sheet.more')}
            className={iconButtonClasses()}
            button={<IconDotsVertical size={20} />}
            actions={isNarrow ? [...ofGrades, ...toolsWith(files)] : ofGrades}
          />
        </>
      )}
    </FileTools>
  );
}
