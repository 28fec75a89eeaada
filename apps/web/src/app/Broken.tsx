import { Button } from '../ui/plain/Button.tsx';
import { EmptyState } from '../ui/plain/EmptyState.tsx';
import { IconReload } from '../ui/plain/icons.ts';
import { t } from '../base/t.ts';

/** Shows that an error of ours stopped a page. */
export function Broken({ error }: { error: unknown }) {
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
