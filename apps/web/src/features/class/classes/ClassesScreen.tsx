import type { ReactNode } from 'react';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { PrintHead } from '../../../ui/print/PrintHead.tsx';
import { ClassTable } from './ClassTable.tsx';
import { JoinForm } from './JoinDialog.tsx';
import { parseClassesSearch } from './search.ts';
import { t } from '../../../base/t.ts';

/**
 * Shows the classes that a person teaches or attends, and their actions; all classes for an Admin. `sync`: a button
 * that starts a sync, before the button that creates a class.
 */
export function ClassesScreen({ sync }: { sync?: ReactNode }) {
  const { rights } = useUser();
  const { search, push } = usePageSearch(parseClassesSearch);
  const who = rights.includes('classes:create') ? 'admin' : rights.includes('classes:manage') ? 'teacher' : 'student';
  const act =
    who === 'admin' ? (
      <Button variant="filled" icon={IconPlus} aria-keyshortcuts="N" onClick={() => push({ ...search, create: true })}>
        {t('classes.create')}
      </Button>
    ) : (
      who === 'student' &&
      rights.includes('std-classes:join') && (
        <Button variant="filled" icon={IconPlus} aria-keyshortcuts="N" onClick={() => push({ ...search, join: true })}>
          {t('classes.join')}
        </Button>
      )
    );
  return (
    <ClassTable empty={<EmptyState title={t('classes.none')}>{t(`classes.none.${who}`)}</EmptyState>}>
      {() => (
        <>
          <PrintHead />
          <PageHeader
            title={t('classes.title')}
            sub={t(who === 'teacher' ? 'classes.about' : `classes.about.${who}`)}
            actions={
              <>
                {sync}
                {act}
              </>
            }
          />
        </>
      )}
    </ClassTable>
  );
}

/** Shows a student's classes first, then the way to join another one. */
export function StudentClassesScreen({ sync }: { sync?: ReactNode }) {
  const mayJoin = useUser().rights.includes('std-classes:join');
  return (
    <ClassTable
      type="STUDENT"
      empty={<EmptyState title={t('classes.none')}>{t('classes.none.student')}</EmptyState>}
      after={(point) => (
        <>
          {mayJoin && <JoinForm onJoined={point} />}
          {sync}
        </>
      )}
    >
      {() => <PageHeader title={t('classes.title')} sub={t('classes.about.student')} />}
    </ClassTable>
  );
}
