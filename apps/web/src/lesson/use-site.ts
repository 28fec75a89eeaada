import type { settingsSchoolGet } from '@classwright/contract/class/settings/calls';
import type { LauncherModule } from '@classwright/contract/people/profiles/shell-preferences';
import { useQuery } from '@tanstack/react-query';
import { api } from '../base/api.ts';
import { openSite } from '../base/open-download.ts';
import { showSnack } from '../base/snackbar.ts';
import { errorText } from '../ui/plain/error-text.ts';

/**
 * Opens another service's site that the school has set up, for an assessment, with a code instead of a token. Null if
 * there is none.
 */
export function useSite(module: LauncherModule): ((assessmentId: number) => void) | null {
  const { data } = useQuery({
    queryKey: ['settings', 'school'],
    queryFn: ({ signal }) => api<typeof settingsSchoolGet>('GET', '/settings/school', { signal }),
    staleTime: 300_000,
  });
  const site = data?.launcher.find((one) => one.module === module);
  const target = site?.target;
  if (!site || !target) return null;
  return (assessmentId) => {
    const url = new URL(site.url);
    url.searchParams.set('assessment_id', String(assessmentId));
    openSite(url.href, target).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));
  };
}
