import type { settingsSchoolGet } from '@classwright/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';
import { openSite } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconPrinter } from '../../../ui/feature-icons/icons.ts';
import { t } from '../t.ts';

/** The snapshot view in a window of its own: the school's site where it has set one up, else our page. */
export function SnapshotButton({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['settings', 'school'],
    queryFn: ({ signal }) => api<typeof settingsSchoolGet>('GET', '/settings/school', { signal }),
    staleTime: 300_000,
  });
  const site = data?.launcher.find(({ module }) => module === 'snapshot');
  const open = () => {
    if (site?.target) {
      const url = new URL(site.url);
      url.searchParams.set('assessment_id', String(id));
      return void openSite(url.href, site.target).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));
    }
    // its own window knows who is signed in here, so it must keep its opener
    const shown = window.open(`/assessment-snapshot?id=${id}`, `classwright-snapshot-${id}`);
    if (shown) shown.focus();
    else showSnack(t('assessments.snapshotBlocked'), { color: 'red', timeout: 10_000 });
  };
  return (
    <Button icon={IconPrinter} onClick={open}>
      {t('assessments.snapshot')}
    </Button>
  );
}
