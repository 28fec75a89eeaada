import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { getSession, lastSignOutReason } from '../base/session.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';

export const Shell = lazyScreen(() => import('./shell/index.ts'), 'Shell');

/** Before anybody is signed in. */
export const open = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <LeaveGuard />
      <Snackbar />
    </>
  ),
});

/** A window of its own: without a signed-in user to sign-in, and back afterwards. */
export const signedIn = createRoute({
  getParentRoute: () => open,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (getSession()) return;
    // who chose to leave, or was replaced by a newer device, begins anew
    const comesBack = lastSignOutReason() === null || lastSignOutReason() === 'expired';
    throw redirect({ to: '/', search: comesBack && location.href !== '/home' ? { to: location.href } : {} });
  },
});

/** With the bar above and the menu beside it. */
export const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
