import { momentOf } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { IconDotsVertical, IconMessageCircle } from '../../../ui/plain/icons.ts';
import { IconLink, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { Menu } from '../../../ui/plain/Menu.tsx';
import { Row, Stack } from '../../../ui/plain/layout/layout.tsx';
import styles from './announcements.module.css';
import type { Announcement } from './calls.ts';
import { Materials } from './Materials.tsx';
import { t } from '../../../base/t.ts';

interface Acts {
  onOpen: (show?: 'answers') => void;
  onEdit: () => void;
  onDelete: () => void;
}

async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(path, location.href).href);
    showSnack(t('stream.linkCopied'));
  } catch {
    showSnack(t('stream.notCopied'), { color: 'red' });
  }
}

/** Shows one announcement in the stream. */
export function AnnouncementCard({ announcement, onOpen, onEdit, onDelete }: Acts & { announcement: Announcement }) {
  const { creator_name, creationTime, posted_at, text, summary, materials, comments_count, is_own_class, assigneeMode, alternateLink } = announcement;
  const at = posted_at ?? creationTime;
  return (
    <Card as="article" className={styles.announcement} aria-label={summary || t('stream.withoutWords')}>
      {/* first: what else can be pressed lies above it */}
      <button type="button" className={styles.text} aria-label={t('stream.open', { summary: summary || t('stream.withoutWords') })} onClick={() => onOpen()} />
      <Row as="header" gap={12} className={styles.head}>
        <Avatar name={creator_name} size="l" />
        <Stack grow shrinks className={styles.who}>
          <strong>{creator_name}</strong>
          <small>
            <time dateTime={at}>{momentOf(at)}</time>
            {is_own_class && assigneeMode === 'INDIVIDUAL_STUDENTS' && ` · ${t('stream.forSome')}`}
          </small>
        </Stack>
        <Menu
          className={styles.menu}
          label={t('stream.menu', { name: creator_name })}
          button={<IconDotsVertical size={20} />}
          actions={[
            ...(is_own_class ? [{ label: t('stream.edit'), icon: IconPencil, onSelect: onEdit }] : []),
            { label: t('stream.copyLink'), icon: IconLink, onSelect: () => void copyLink(alternateLink) },
            ...(is_own_class ? [{ label: t('stream.delete'), icon: IconTrash, onSelect: onDelete }] : []),
          ]}
        />
      </Row>
      <div className={styles.words} dir="auto">
        <RichTextView document={text} />
      </div>
      <Materials materials={materials} />
      <button type="button" className={styles.replies} onClick={() => onOpen('answers')}>
        <IconMessageCircle size={18} />
        {t('stream.replies', { count: comments_count })}
      </button>
    </Card>
  );
}
