import { shortName } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { momentOf } from '../../../../base/dates.ts';
import { type Column, RowActs } from '../../../../ui/data-table/index.ts';
import { IconEye } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { IconLink, IconTrash } from '../../../../ui/feature-icons/icons.ts';
import styles from '../files.module.css';
import { KindIcon } from '../KindIcon.tsx';
import { sizeText } from '../size-text.ts';
import { t } from '../../../../base/t.ts';

export interface FileActions {
  selected: ReadonlySet<number>;
  onSelect: (file: FileView, isSelected: boolean) => void;
  onView: (file: FileView) => void;
  onCopy: (file: FileView) => void;
  onDelete: (file: FileView) => void;
  /** True when the list includes other people's files. */
  showsOwner: boolean;
}

/**
 * The maximum size of pictures shown as thumbnails; there are no smaller copies, and 25 large ones are too much for a
 * phone.
 */
const SMALL_BYTES = 300_000;

/** Returns the columns: checkbox, name, type, created date and the actions. */
export function fileColumns({ selected, onSelect, onView, onCopy, onDelete, showsOwner }: FileActions): Column<FileView>[] {
  return [
    {
      key: 'select',
      header: t('files.selectColumn'),
      card: 'lead',
      cell: (file) => (
        <input
          type="checkbox"
          className={styles.tick}
          checked={selected.has(file.id)}
          aria-label={t('files.select', { name: file.name })}
          onChange={(event) => onSelect(file, event.target.checked)}
        />
      ),
    },
    {
      key: 'name',
      header: t('files.field.name'),
      heading: true,
      cell: ({ name, type, kind, is_shown, url, byte_size }) => (
        <Row as="span" gap={10} breaks className={styles.nameCell} title={name}>
          {kind === 'image' && is_shown && byte_size <= SMALL_BYTES ? (
            <img className={styles.thumb} src={url} alt="" loading="lazy" />
          ) : (
            <KindIcon type={type} />
          )}
          <span>
            {shortName(name)} <small>{sizeText(byte_size)}</small>
          </span>
        </Row>
      ),
    },
    { key: 'type', header: t('files.field.fileType'), nowrap: true, cell: ({ kind, type }) => <span title={type}>{t(`files.kind.${kind}`)}</span> },
    ...(showsOwner ? [{ key: 'owner', header: t('files.field.owner'), cell: ({ account_name }: FileView) => account_name ?? t('files.nobody') }] : []),
    {
      key: 'created_at',
      header: t('files.field.createdAt'),
      nowrap: true,
      cell: ({ created_at }) => <time dateTime={created_at}>{momentOf(created_at)}</time>,
    },
    {
      key: 'actions',
      header: t('files.actions'),
      card: 'bare', // three thumbs wide: next to the name they would leave it a letter or two at 360 px
      nowrap: true,
      cell: (file) => (
        <RowActs
          name={file.name}
          acts={[
            { words: t('act.view'), label: t('files.viewOne', { name: file.name }), icon: IconEye, onSelect: () => onView(file) },
            { words: t('files.copyLink'), label: t('files.copyOne', { name: file.name }), icon: IconLink, onSelect: () => onCopy(file) },
            ...(file.can_delete
              ? [{ words: t('act.delete'), label: t('files.deleteOne', { name: file.name }), icon: IconTrash, onSelect: () => onDelete(file) }]
              : []),
          ]}
        />
      ),
    },
  ];
}
