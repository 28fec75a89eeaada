import type { CensoredTextView } from '@classwright/contract/class/censorship/calls';
import { momentOf } from '../../../base/dates.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconCircleCheck, IconCircleDashed } from '../../../ui/plain/icons.ts';
import styles from './censorship.module.css';
import { placeOf, writerOf } from './place.ts';
import { t } from '../../../base/t.ts';

/** Returns the columns: author, text as others read it, place, and whether it was reviewed. */
export const censoredColumns = (): readonly Column<CensoredTextView>[] => [
  { key: 'writer', header: t('censored.writer'), nowrap: true, cell: writerOf },
  { key: 'shown', header: t('censored.shown'), card: 'bare', cell: ({ shown_text }) => <span className={styles.shown}>{shown_text}</span> },
  { key: 'class', header: t('censored.class'), cell: ({ class_name }) => class_name },
  { key: 'where', header: t('censored.where'), cell: placeOf },
  { key: 'written', header: t('censored.written'), nowrap: true, cell: ({ created_at }) => <time dateTime={created_at}>{momentOf(created_at)}</time> },
  { key: 'status', header: t('censored.status'), nowrap: true, cell: ({ reviewed_at }) => <ReviewChip isReviewed={reviewed_at !== null} /> },
];

export function ReviewChip({ isReviewed }: { isReviewed: boolean }) {
  return isReviewed ? (
    <Chip hue="green" icon={IconCircleCheck}>
      {t('censored.reviewed')}
    </Chip>
  ) : (
    <Chip hue="amber" icon={IconCircleDashed}>
      {t('censored.notReviewed')}
    </Chip>
  );
}
