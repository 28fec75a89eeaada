import { IconFileText } from '../../../ui/plain/icons.ts';
import { IconLink, IconVideo } from '../../../ui/feature-icons/icons.ts';
import styles from './announcements.module.css';
import type { Announcement } from './calls.ts';
import { t } from '../../../base/t.ts';

/** Shows the attachments of an announcement: files, videos, links. */
export function Materials({ materials }: { materials: Announcement['materials'] }) {
  if (materials.length === 0) return null;
  return (
    <ul className={styles.materials} aria-label={t('stream.materials')}>
      {materials.map(({ driveFile, youtubeVideo, link }, index) => {
        const Icon = driveFile ? IconFileText : youtubeVideo ? IconVideo : IconLink;
        const address = driveFile?.alternateLink ?? youtubeVideo?.alternateLink ?? link?.url ?? '';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may stand here twice
          <li key={index}>
            <a className={styles.material} href={address} target="_blank" rel="noopener noreferrer">
              <Icon size={20} />
              <span dir="auto">{driveFile?.title ?? youtubeVideo?.title ?? link?.title}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
