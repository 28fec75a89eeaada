import { useUser } from '../../base/use-user.ts';
import { IconAlertTriangle, IconClipboardList, IconInbox, IconMail } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Chip } from '../../ui/plain/Chip.tsx';
import { Skeleton } from '../../ui/plain/Skeleton.tsx';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import { t } from './to-do-t.ts';
import { useHome } from './use-home.ts';

/** What waits for staff: work to grade, invitations, requests and what failed. Nothing where nothing waits. */
export function StaffToDo() {
  const { rights } = useUser();
  const home = useHome();
  if (!home.data)
    return home.error && !home.isFetching ? <LoadFailed error={home.error} onRetry={() => void home.refetch()} /> : <Skeleton height={64} radius={12} />;
  const { staff, admin, waiting } = home.data;
  const toGrade = rights.includes('classwork:view') ? (staff?.to_grade ?? []) : [];
  const invitations = rights.includes('invitations:view') ? waiting.invitations : 0;
  if (toGrade.length + invitations + waiting.decisions + (admin?.requested_classes ?? 0) + (admin?.failed_jobs ?? 0) === 0) return null;
  return (
    <HomeRows id="home-to-do" title={t('home.toDo')}>
      {invitations > 0 && (
        <HomeRow to="/invitations" icon={IconMail} hue="violet" title={t('home.invitations', { count: invitations })} about={t('home.invitationsHint')} />
      )}
      {waiting.decisions > 0 && (
        <HomeRow
          to="/requested-classes"
          icon={IconInbox}
          hue="teal"
          title={t('home.decisions', { count: waiting.decisions })}
          about={t('home.decisionsHint')}
        />
      )}
      {admin !== null && admin.requested_classes > 0 && (
        <HomeRow
          to="/requested-classes"
          icon={IconInbox}
          hue="amber"
          title={t('home.requests', { count: admin.requested_classes })}
          about={t('home.requestsHint')}
        />
      )}
      {admin !== null && admin.failed_jobs > 0 && (
        <HomeRow to="/failed-jobs" icon={IconAlertTriangle} hue="red" title={t('home.failed', { count: admin.failed_jobs })} about={t('home.failedHint')} />
      )}
      {toGrade.map(({ course_id, class_name, count }) => (
        <HomeRow
          key={course_id}
          to={`/class-classwork/${course_id}`}
          icon={IconClipboardList}
          hue="blue"
          title={class_name}
          about={t('home.toGradeTitle')}
          side={<Chip hue="blue">{t('home.toGrade', { count })}</Chip>}
        />
      ))}
    </HomeRows>
  );
}
