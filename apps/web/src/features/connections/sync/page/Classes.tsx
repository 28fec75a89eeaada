import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../../ui/data-table/index.ts';
import { SwitchField } from '../../../../ui/form/index.ts';
import { IconLink } from '../../../../ui/feature-icons/icons.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconBan, IconPlus } from '../../../../ui/plain/icons.ts';
import { type GoogleClass, linkable, linkClass, listClasses, unlinkClass, SYNC } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { parseSyncSearch, type SyncSearch } from '../search.ts';
import { stateText } from '../state-text.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import styles from './page.module.css';

/**
 * Lists Google Classroom's classes as of the last run: linked, free or left out. They can be linked, unlinked, or
 * created there.
 */
export function Classes() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const { rights } = useUser();
  const mayRun = rights.includes('classroom-sync:run');
  const course = { label: t('syncClasses.course'), missing: t('syncClasses.courseMissing'), source: linkable(rights.includes('classes:create')) };
  const { page = 1, search_text, free = false } = search;
  const list = usePagedList([SYNC, 'classes'], { page, ...(search_text && { search: search_text }), ...(free && { free }) }, listClasses);
  const [linking, setLinking] = useState<GoogleClass | null>(null);
  const [parting, setParting] = useState<GoogleClass | null>(null);
  const [isMaking, setMaking] = useState(false);
  const changed = async (message: string) => {
    await Promise.all([queryClient.invalidateQueries({ queryKey: [SYNC] }), queryClient.invalidateQueries({ queryKey: ['class'] })]);
    showSnack(message);
  };
  const shown = (to: SyncSearch): SyncSearch => ({ tab: 'classes', ...to });
  return (
    <>
      {list.data && (
        <p className={styles.about}>{list.data.as_of === null ? t('syncClasses.neverRead') : t('syncClasses.asOf', { time: momentOf(list.data.as_of) })}</p>
      )}
      <DataTable
        caption={t('syncPage.part.classes')}
        rowKey={({ external_id }) => external_id}
        list={list}
        state={{ page, ...(search_text !== undefined && { search_text }) }}
        onState={(to) => replace(shown({ ...(free && { free }), ...to }))}
        tools={
          <>
            <SwitchField
              label={t('syncClasses.only')}
              checked={free}
              onChange={(on) => replace(shown({ ...(search_text !== undefined && { search_text }), ...(on && { free: true as const }) }))}
            />
            {mayRun && (
              <Button icon={IconPlus} onClick={() => setMaking(true)}>
                {t('syncClasses.make')}
              </Button>
            )}
          </>
        }
        columns={columnsOf(mayRun ? { onLink: setLinking, onPart: setParting } : null)}
        empty={
          free && list.data?.as_of !== null ? (
            <EmptyState compact title={t('syncClasses.noneFree')} />
          ) : (
            <EmptyState title={t('syncClasses.none')}>{t('syncClasses.noneHint')}</EmptyState>
          )
        }
      />
      {linking && (
        <ChooseDialog
          key={linking.external_id}
          title={t('syncClasses.linkOf', { name: linking.name })}
          hint={t('syncClasses.linkHint')}
          {...course}
          submitLabel={t('syncClasses.link')}
          pendingLabel={t('syncLink.doing')}
          onClose={() => setLinking(null)}
          onChoose={async (courseId) => changed((await linkClass(courseId, { external_id: linking.external_id })).message)}
        />
      )}
      {isMaking && (
        <ChooseDialog
          title={t('syncClasses.make')}
          hint={t('syncClasses.makeHint')}
          {...course}
          submitLabel={t('syncClasses.doMake')}
          pendingLabel={t('syncClasses.making')}
          onClose={() => setMaking(false)}
          onChoose={async (courseId) => changed((await linkClass(courseId, { create: true })).message)}
        />
      )}
      <ConfirmDialog
        opened={parting !== null}
        onClose={() => setParting(null)}
        title={t('syncLink.partAsk', { name: parting?.course_name ?? '' })}
        confirmLabel={t('syncLink.partYes')}
        cancelLabel={t('common.cancel')}
        width={500}
        onConfirm={async () => {
          if (parting && parting.course_id !== null) await changed((await unlinkClass(parting.course_id)).message);
        }}
      >
        {t('syncLink.partAbout')}
      </ConfirmDialog>
    </>
  );
}

function columnsOf(means: { onLink: (row: GoogleClass) => void; onPart: (row: GoogleClass) => void } | null): Column<GoogleClass>[] {
  return [
    {
      key: 'name',
      header: t('syncClasses.name'),
      heading: true,
      cell: ({ name, section, alternate_link }) => (
        <span className={styles.stack}>
          <a href={alternate_link} target="_blank" rel="noreferrer" dir="auto" aria-label={t('syncClasses.openOf', { name })}>
            {name}
          </a>
          {section !== '' && <small dir="auto">{section}</small>}
        </span>
      ),
    },
    { key: 'state', header: t('syncClasses.state'), nowrap: true, cell: ({ state }) => stateText(state) },
    { key: 'owner', header: t('syncClasses.owner'), cell: ({ owner_name }) => owner_name !== null && <bdi>{owner_name}</bdi> },
    {
      key: 'here',
      header: t('syncClasses.here'),
      cell: ({ course_id, course_name, is_ignored }) =>
        course_id !== null ? (
          <AppLink to={`/class-details/${course_id}`}>
            <bdi>{course_name}</bdi>
          </AppLink>
        ) : is_ignored ? (
          <Chip icon={IconBan}>{t('syncClasses.ignored')}</Chip>
        ) : (
          <Chip hue="amber" icon={IconLink}>
            {t('syncClasses.free')}
          </Chip>
        ),
    },
    ...(means
      ? [
          {
            key: 'actions',
            header: t('syncPage.actions'),
            align: 'end' as const,
            nowrap: true,
            card: 'bare' as const,
            cell: (row: GoogleClass) =>
              row.course_id === null ? (
                <Button size="s" aria-label={t('syncClasses.linkOf', { name: row.name })} onClick={() => means.onLink(row)}>
                  {t('syncClasses.link')}
                </Button>
              ) : (
                <Button size="s" aria-label={t('syncClasses.partOf', { name: row.name, course: row.course_name ?? '' })} onClick={() => means.onPart(row)}>
                  {t('syncClasses.part')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
