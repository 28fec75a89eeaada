import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { OwnPoints } from './OwnPoints.tsx';
import { parseRewardSearch } from './search.ts';
import { t } from '../../../base/t.ts';
import { Tabs } from './Tabs.tsx';

/** Staff parts are not loaded for students. */
const StudentPoints = lazyScreen(() => import('./StudentPoints.tsx'), 'StudentPoints');
const Rules = lazyScreen(() => import('./Rules.tsx'), 'Rules');

/**
 * Shows one's own points; for staff their students' points and the rules that earn them. People see only what they may
 * use.
 */
export function RewardPointScreen() {
  const { rights, unused_pages } = useUser();
  const { search, push } = usePageSearch(parseRewardSearch);
  const seesStudents = rights.includes('student-points:view');
  const tabs = [
    ...(seesStudents ? [{ tab: 'students', words: t('rewards.tab.students') } as const] : []),
    ...(rights.includes('reward-rules:view') ? [{ tab: 'rules', words: t('rewards.tab.rules') } as const] : []),
    { tab: 'own', words: t('rewards.tab.own') } as const,
  ];
  const current = tabs.find(({ tab }) => tab === search.tab)?.tab ?? tabs[0]?.tab ?? 'own';
  return (
    <>
      <PageHeader
        title={t('rewards.title')}
        sub={seesStudents ? t('rewards.aboutStaff') : t('rewards.about')}
        actions={
          unused_pages?.includes('store-items') && rights.includes('store-items:create') ? (
            <AppLink to="/store-items" className={buttonClasses()}>
              {t('rewards.openStore')}
            </AppLink>
          ) : undefined
        }
      />
      <Tabs label={t('rewards.tabs')} tabs={tabs} current={current} onTab={(tab) => push({ tab })} />
      {current === 'students' && <StudentPoints />}
      {current === 'rules' && <Rules />}
      {current === 'own' && <OwnPoints />}
    </>
  );
}
