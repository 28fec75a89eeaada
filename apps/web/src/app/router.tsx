import { createRouter } from '@tanstack/react-router';
import { NotFound } from '../ui/plain/NotFound.tsx';
import { Button } from '../ui/plain/Button.tsx';
import { EmptyState } from '../ui/plain/EmptyState.tsx';
import { IconReload } from '../ui/plain/icons.ts';
import { t } from '../base/t.ts';
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

/** Shows that an error of ours stopped a page. */
function Broken({ error }: { error: unknown }) {
  console.error(error);
  return (
    <EmptyState
      figure={false}
      title={t('common.somethingWentWrong')}
      action={
        <Button icon={IconReload} onClick={() => location.reload()}>
          {t('shell.reload')}
        </Button>
      }
    >
      {t('shell.broken')}
    </EmptyState>
  );
}
