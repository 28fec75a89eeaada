import { Link } from '@tanstack/react-router';
import { buttonClasses } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { commonMessages } from '@classwright/contract/messages/common';
import { notFoundMessages } from '@classwright/contract/messages/not-found';
import { messages } from '../../base/messages.ts';
import { useTitle } from '../../base/use-title.ts';

const t = messages({ ...commonMessages, ...notFoundMessages });

/** No such page, or none that this person may know of. */
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
