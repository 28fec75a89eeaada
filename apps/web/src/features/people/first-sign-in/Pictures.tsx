import { type Picture, PICTURES, SEQUENCE_LENGTH } from '@classwright/rules/password/pictures';
import { t } from '../../../base/t.ts';
import { PICTURE_ICONS } from './picture-icons.ts';
import styles from './pictures.module.css';

const SLOTS = Array.from({ length: SEQUENCE_LENGTH }, (_, place) => place);

/** The pictures to tap. `onTap` null: a tap does nothing now, and the buttons keep the focus. */
export function PictureGrid({ onTap }: { onTap: ((picture: Picture) => void) | null }) {
  return (
    <div role="group" aria-label={t('pictures.all')} aria-busy={onTap === null} className={styles.pictures}>
      {PICTURES.map((picture) => {
        const Icon = PICTURE_ICONS[picture];
        return (
          <button key={picture} type="button" className={styles.picture} onClick={() => onTap?.(picture)}>
            <Icon size={34} />
            <span>{t(`pictures.name.${picture}`)}</span>
          </button>
        );
      })}
    </div>
  );
}

/**
 * The places of a sequence, with the pictures tapped so far. `hidden`: only how many there are, since others look at the
 * screen.
 */
export function PictureSlots({ tapped, hidden }: { tapped: readonly Picture[]; hidden: boolean }) {
  return (
    <>
      <ol className={styles.slots} aria-hidden>
        {SLOTS.map((place) => {
          const picture = tapped[place];
          const Icon = picture && !hidden ? PICTURE_ICONS[picture] : null;
          return (
            <li key={place} className={picture ? styles.full : undefined}>
              {Icon ? <Icon size={34} /> : picture ? <span className={styles.dot} /> : place + 1}
            </li>
          );
        })}
      </ol>
      <p role="status" className="visually-hidden">
        {t('pictures.progress', { done: tapped.length, count: SEQUENCE_LENGTH })}
      </p>
    </>
  );
}

/** A chosen sequence, to be remembered. */
export function PictureSequence({ pictures }: { pictures: readonly Picture[] }) {
  return (
    <ol className={styles.slots} aria-label={t('pictures.all')}>
      {pictures.map((picture, place) => {
        const Icon = PICTURE_ICONS[picture];
        return (
          // a picture may stand at several places
          <li key={place} className={styles.full}>
            <Icon size={34} />
            <span className={styles.name}>{t(`pictures.name.${picture}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
