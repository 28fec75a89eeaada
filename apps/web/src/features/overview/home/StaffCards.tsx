import { hasPage } from '../../../ui/page-menu/menu.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconChartBar, IconClipboardList, IconShieldLock } from '../../../ui/plain/icons.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { PageCard } from './PageCard.tsx';
import styles from './PageCard.module.css';
import { t } from './to-do-t.ts';

/** Cards that link staff to their pages outside lessons and to the dashboards. */
export function StaffCards() {
  const user = useUser();
  return (
    <>
      {hasPage(user.menus, '/assessments') && (
        <PageCard to="/assessments" icon={IconClipboardList} title={t('home.assessments')} hint={t('home.assessmentsHint')} />
      )}
      {hasPage(user.menus, '/dashboard') && (
        <Grid gap={12} className={styles.beside}>
          <PageCard to="/dashboard" icon={IconChartBar} title={t('home.learningDash')} hint={t('home.learningDashHint')} />
          {user.user_type.toLowerCase() === 'admin' && (
            <PageCard to="/dashboard" icon={IconShieldLock} title={t('home.adminConsole')} hint={t('home.adminConsoleHint')} />
          )}
        </Grid>
      )}
    </>
  );
}
