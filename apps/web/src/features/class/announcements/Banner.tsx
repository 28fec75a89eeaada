import { showSnack } from '../../../base/snackbar.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconBook, IconMapPin } from '../../../ui/plain/icons.ts';
import { IconCopy } from '../../../ui/feature-icons/icons.ts';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import type { Course } from '../classes/index.ts';
import styles from './announcements.module.css';
import { t } from '../../../base/t.ts';

/** Shows the class on its own page: name, section, subject, room; for staff also the code with which students join. */
export function Banner({ course }: { course: Course }) {
  const { name, section, subject, room, enrollmentCode } = course;
  const copy = async (code: string) => {
    try {
      await navigator.clipboard.writeText(code);
      showSnack(t('stream.codeCopied'));
    } catch {
      showSnack(t('stream.notCopied'), { color: 'red' });
    }
  };
  return (
    <section className={styles.banner} aria-label={name}>
      <Ribbons />
      <div className={styles.bannerWords}>
        <p className={styles.bannerName} dir="auto" title={name}>
          {name}
        </p>
        {section && <p dir="auto">{t('stream.section', { section })}</p>}
        <p className={styles.facts}>
          {subject && (
            <span>
              <IconBook size={18} />
              <span dir="auto">{subject}</span>
            </span>
          )}
          {room && (
            <span>
              <IconMapPin size={18} />
              <span dir="auto">{room}</span>
            </span>
          )}
        </p>
      </div>
      {enrollmentCode && (
        <div className={styles.code}>
          <small>{t('stream.code')}</small>
          <span>
            <code>{enrollmentCode}</code>
            <IconButton icon={IconCopy} size="s" label={t('stream.copyCode')} onClick={() => void copy(enrollmentCode)} />
          </span>
        </div>
      )}
    </section>
  );
}
