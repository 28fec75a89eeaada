import { Link } from '@tanstack/react-router';
import { buttonClasses } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { t } from '../../base/t.ts';
import { useTitle } from '../../base/use-title.ts';

/** The page for an address that does not exist or that this person may not know of. */
export function NotFoundPage() {
  useTitle(t('shell.notFoundTitle'));
  return (
    <>
      <h1 className="visually-hidden">{t('shell.notFoundTitle')}</h1>
      <EmptyState
        figure={false}
        title={t('shell.notFoundTitle')}
        action={
          <Link to="/home" className={buttonClasses({ variant: 'filled' })}>
            {t('common.toHome')}
          </Link>
        }
      >
        {t('shell.notFound')}
      </EmptyState>
    </>
  );
}
