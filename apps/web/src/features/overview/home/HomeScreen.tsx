import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { dayOf, hourOf } from '../../../base/dates.ts';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { t } from '../../../base/t.ts';
import { isStudent, useUser } from '../../../base/use-user.ts';
import { useTitle } from '../../../base/use-title.ts';
import styles from './Home.module.css';
import { StaffHome } from './StaffHome.tsx';

/** Only students load theirs. */
const StudentHome = lazyScreen(() => import('./StudentHome.tsx'), 'StudentHome');

/** Returns the greeting for an hour of the day. */
function greetingAt(hour: number): 'home.morning' | 'home.afternoon' | 'home.evening' {
  return hour < 12 ? 'home.morning' : hour < 18 ? 'home.afternoon' : 'home.evening';
}

export function HomeScreen() {
  const user = useUser();
  const [now] = useState(() => new Date());
  useTitle(t('home.title'));
  // the home of a guardian
  if (user.rights.includes('my-children:view') && !user.rights.includes('home:view')) return <Navigate to="/my-children" replace />;
  return (
    <Stack gap={24} className={styles.home}>
      <div>
        <h1 className={styles.greeting}>{t(greetingAt(hourOf(now)), { name: user.first_name || user.name })}</h1>
        <p className={styles.today}>{dayOf(now)}</p>
      </div>
      {isStudent(user) ? <StudentHome /> : <StaffHome />}
    </Stack>
  );
}
