import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconInfoCircle } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { loadHints } from '../calls.ts';
import { t } from '../../../../base/t.ts';

/** Shows hints that the second question may not be a good transfer of the first; nothing if there are none. */
export function Hints({ first, second }: { first: number; second: number }) {
  const {
    data = [],
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['assessments', 'hints', first, second],
    queryFn: ({ signal }) => loadHints([first, second], signal),
  });
  if (error && !isFetching)
    return (
      <Notice
        hue="gray"
        icon={IconInfoCircle}
        action={
          <Button size="s" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      >
        <p>{t('form.hintFailed')}</p>
      </Notice>
    );
  if (data.length === 0) return null;
  return (
    <Notice hue="amber" icon={IconInfoCircle} assertive={false}>
      {data.map(({ kind, message }) => (
        <p key={kind}>{message}</p>
      ))}
      <p>{t('form.hintNote')}</p>
    </Notice>
  );
}
