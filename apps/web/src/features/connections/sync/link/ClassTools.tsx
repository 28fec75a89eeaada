import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { IconLink } from '../../../../ui/feature-icons/icons.ts';
import { IconAlertTriangle, IconClock, IconCloudCheck } from '../../../../ui/plain/icons.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { Popover } from '../../../../ui/plain/Popover.tsx';
import { LoadingPlaceholder } from '../../../../ui/plain/Skeleton.tsx';
import type { Course } from '../../../class/classes/index.ts';
import { SyncButton } from '../button/SyncButton.tsx';
import { t } from '../../../../base/t.ts';
import { type ClassLink, loadLink, unlinkClass, type Scope } from '../calls.ts';
import styles from './link.module.css';

const LinkDialog = lazyScreen(() => import('./LinkDialog.tsx'), 'LinkDialog');

/** The data changes by an action here, which makes it stale, or with a run. */
const STALE_MS = 60_000;

/** The sync tools of a class for staff with the right: what it syncs, and the linked class of Google Classroom. */
export function ClassTools({ course, scope }: { course: Course; scope: Exclude<Scope, 'classes'> }) {
  const { rights } = useUser();
  if (course.standing !== 'staff' || !rights.includes('classroom-sync:run')) return null;
  return (
    <div className={styles.tools}>
      {!course.is_archived && <SyncButton scope={scope} courseId={course.id} refreshes={[['class', course.id]]} />}
      <Link course={course} />
    </div>
  );
}

const LOOKS = {
  linked: { hue: 'green', icon: IconCloudCheck, key: 'syncLink.linked' },
  making: { hue: 'blue', icon: IconClock, key: 'syncLink.making' },
  lost: { hue: 'amber', icon: IconAlertTriangle, key: 'syncLink.lost' },
  gone: { hue: 'gray', icon: IconLink, key: 'syncLink.gone' },
} as const;

/** Shows a class's link to Google Classroom and the possible actions. */
function Link({ course }: { course: Course }) {
  const { data, isPending, refetch } = useQuery({
    queryKey: ['class', course.id, 'link'],
    queryFn: ({ signal }) => loadLink(course.id, signal).then((link) => ({ link })),
    staleTime: STALE_MS,
  });
  const [dialog, setDialog] = useState<'link' | 'part' | null>(null);
  if (!data) return isPending && <LoadingPlaceholder />;
  const { link } = data;
  const state = link?.state ?? 'gone';
  const part = async () => {
    const { message } = await unlinkClass(course.id);
    await queryClient.invalidateQueries({ queryKey: ['class', course.id] });
    showSnack(message);
  };
  return (
    <>
      <Chip hue={LOOKS[state].hue} icon={LOOKS[state].icon}>
        {t('syncLink.label', { state: t(LOOKS[state].key) })}
      </Chip>
      <Popover icon={IconLink} label={t('syncLink.label', { state: t(LOOKS[state].key) })}>
        {(close) => (
          <div className={styles.panel}>
            <LinkWords link={link} />
            {link?.alternate_link && (
              <a href={link.alternate_link} target="_blank" rel="noreferrer" className={buttonClasses({ size: 's' })}>
                {t('syncLink.open')}
              </a>
            )}
            <Button
              size="s"
              onClick={() => {
                close();
                setDialog(state === 'gone' ? 'link' : 'part');
              }}
            >
              {t(state === 'gone' ? 'syncLink.link' : 'syncLink.part')}
            </Button>
          </div>
        )}
      </Popover>
      {dialog === 'link' && <LinkDialog course={course} onClose={() => setDialog(null)} onLinked={() => void refetch()} />}
      <ConfirmDialog
        opened={dialog === 'part'}
        onClose={() => setDialog(null)}
        title={t('syncLink.partAsk', { name: course.name })}
        confirmLabel={t('syncLink.partYes')}
        cancelLabel={t('common.cancel')}
        width={500}
        onConfirm={part}
      >
        {t('syncLink.partAbout')}
      </ConfirmDialog>
    </>
  );
}

function LinkWords({ link }: { link: ClassLink | null }) {
  if (!link || link.state === 'gone') return <p>{link?.problem ?? t('syncLink.notAbout')}</p>;
  if (link.state === 'making') return <p>{t('syncLink.makingAbout')}</p>;
  return (
    <>
      <p>{t('syncLink.with', { name: link.name })}</p>
      {link.problem !== null && <p>{link.problem}</p>}
      <dl>
        {link.enrollment_code !== '' && (
          <div>
            <dt>{t('syncLink.code')}</dt>
            <dd dir="ltr">{link.enrollment_code}</dd>
          </div>
        )}
      </dl>
      <p>{link.synced_at === null ? t('syncLink.notSynced') : t('syncLink.syncedAt', { time: momentOf(link.synced_at) })}</p>
    </>
  );
}
