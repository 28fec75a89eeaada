import type { HomeView } from '@classwright/contract/overview/home/calls';
import { useUser } from '../../../base/use-user.ts';
import { IconAlertTriangle, IconClipboardList, IconInbox, IconMail } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import { t } from '../../../base/t.ts';
import { useHome } from './use-home.ts';

const NOTHING_WAITS: NonNullable<HomeView['staff']> = { to_grade: [], to_grade_total: 0, to_return_total: 0, list_path: null };

/**
 * Lists what waits for staff: work to grade, invitations, requests and failed tasks, unless the card of the system says so. Shows
 * nothing if there is nothing.
 * `hasWeek`: the totals to grade and to return are above it.
 */
export function StaffToDo({ hasWeek = false }: { hasWeek?: boolean }) {
  const { rights } = useUser();
  const home = useHome();
  if (!home.data)
    return home.error && !home.isFetching ? <LoadFailed error={home.error} onRetry={() => void home.refetch()} /> : <LoadingPlaceholder height={64} />;
  const { staff, admin, system, waiting } = home.data;
  const failedJobs = system?.some(({ saying }) => saying === 'jobsFailed') ? 0 : (admin?.failed_jobs ?? 0);
  const waits = staff && rights.includes('classwork:view') ? staff : NOTHING_WAITS;
  const invitations = rights.includes('invitations:view') ? waiting.invitations : 0;
  if (waits.to_grade.length + invitations + waiting.decisions + (admin?.requested_classes ?? 0) + failedJobs === 0) return null;
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
      {failedJobs > 0 && (
        <HomeRow to="/failed-jobs" icon={IconAlertTriangle} hue="red" title={t('home.failed', { count: failedJobs })} about={t('home.failedHint')} />
      )}
      {!hasWeek && waits.list_path !== null && waits.to_grade_total > 0 && (
        <HomeRow
          to={`${waits.list_path}&figure=turned_in_ungraded`}
          icon={IconClipboardList}
          hue="blue"
          title={t('home.toGrade', { count: waits.to_grade_total })}
          about={t('home.toGradeHint')}
        />
      )}
      {!hasWeek && waits.list_path !== null && waits.to_return_total > 0 && (
        <HomeRow
          to={`${waits.list_path}&figure=to_return`}
          icon={IconClipboardList}
          hue="green"
          title={t('home.toReturn', { count: waits.to_return_total })}
          about={t('home.toReturnHint')}
        />
      )}
      {waits.to_grade.map(({ course_id, class_name, count, to_return }) => (
        <HomeRow
          key={course_id}
          to={`/class-classwork/${course_id}`}
          icon={IconClipboardList}
          title={class_name}
          about={t('home.classworkOf')}
          side={
            <>
              {count > 0 && <Chip hue="blue">{t('home.toGrade', { count })}</Chip>}
              {to_return > 0 && <Chip hue="green">{t('home.toReturn', { count: to_return })}</Chip>}
            </>
          }
        />
      ))}
    </HomeRows>
  );
}
