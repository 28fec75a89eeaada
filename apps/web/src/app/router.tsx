import { createRouter } from '@tanstack/react-router';
import { NotFound } from '../ui/plain/NotFound.tsx';
import { Broken } from './Broken.tsx';
import { routeTree } from './pages.tsx';

export const router = createRouter({
  routeTree,
  defaultErrorComponent: ({ error }) => <Broken error={error} />,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  scrollRestoration: true,
  trailingSlash: 'never',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
