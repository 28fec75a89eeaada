import type { settingsSchoolGet } from '@classwright/contract/class/settings/calls';
import type { LauncherModule } from '@classwright/contract/people/profiles/shell-preferences';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IconComponent } from '../../ui/plain/icon.tsx';
import { IconBroadcast, IconBuildingStore, IconCalendar, IconChartBar, IconFolder, IconGridDots, IconMail, IconSchool } from '../../ui/plain/icons.ts';
import { errorText } from '../../ui/plain/error-text.ts';
import { Popover } from '../../ui/plain/Popover.tsx';
import { api } from '../../base/api.ts';
import { openSite } from '../../base/open-download.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import styles from './Launcher.module.css';
import bar from './Shell.module.css';

const icons: Readonly<Record<LauncherModule, IconComponent>> = {
  mail: IconMail,
  store: IconBuildingStore,
  academy: IconSchool,
  calendar: IconCalendar,
  drive: IconFolder,
  live_learning: IconBroadcast,
  snapshot: IconChartBar,
};

const STALE_MS = 300_000;

/**
 * Shows the school's other services, each in a separate window. If the school has set up none, it shows our own pages
 * and the mail program.
 */
export function Launcher() {
  const { data } = useQuery({
    queryKey: ['settings', 'school'],
    queryFn: ({ signal }) => api<typeof settingsSchoolGet>('GET', '/settings/school', { signal }),
    staleTime: STALE_MS,
  });
  if (!data || data.launcher.length === 0) return null;
  return (
    <Popover icon={IconGridDots} label={t('shell.launcher')} className={bar.barButton}>
      {(close) => (
        <ul className={styles.modules}>
          {data.launcher.map(({ module, url, target }) => {
            const Icon = icons[module];
            return (
              <li key={module}>
                {url.startsWith('/') ? (
                  <Link to={url as '/home'} className={styles.module} onClick={close}>
                    <Icon size={24} />
                    {t(`launcher.${module}`)}
                  </Link>
                ) : (
                  <a
                    href={url}
                    {...(url.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
                    className={styles.module}
                    onClick={(event) => {
                      close();
                      if (target === null) return;
                      event.preventDefault();
                      openSite(url, target).catch((error: unknown) => showSnack(errorText(error), { color: 'red' }));
                    }}
                  >
                    <Icon size={24} />
                    {t(`launcher.${module}`)}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </Popover>
  );
}
