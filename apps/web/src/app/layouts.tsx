import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { getSession, lastSignOutReason } from '../base/session.ts';
import { useUser } from '../base/use-user.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

const FactorFirst = lazyScreen(() => import('../features/people/factors/index.ts'), 'FactorFirst', null);
export const Shell = lazyScreen(() => import('./shell/index.ts'), 'Shell');

/** The layout before sign-in. */
export const open = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <LeaveGuard />
      <Snackbar />
    </>
  ),
});

/** Shows the page, unless the person has to set up a second factor first: then nothing else opens. */
function FactorOrPage() {
  return useUser().needs_factor ? <FactorFirst /> : <Outlet />;
}

/** The layout of a separate window: people who are not signed in go to sign-in first, and back afterward. */
export const signedIn = createRoute({
  getParentRoute: () => open,
  id: 'signed-in',
  component: FactorOrPage,
  beforeLoad: ({ location }) => {
    if (getSession()) return;
    // a person who chose to leave, or was replaced by a newer device, starts from the beginning
    const comesBack = lastSignOutReason() === null || lastSignOutReason() === 'expired';
    throw redirect({ to: '/', search: comesBack && location.href !== '/home' ? { to: location.href } : {} });
  },
});

/** The layout with the top bar and the menu next to the page. */
export const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
