import { storeItems } from '@classwright/contract/lists/store-item';
import { useState } from 'react';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import type { Column } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconArchive } from '../../../../ui/plain/icons.ts';
import { ArchiveScreen, ListScreen, parseListSearch, type Row } from '../../lists/index.ts';
import { IconPhoto } from '../../../../ui/feature-icons/icons.ts';
import { inFigures } from '../columns.tsx';
import styles from '../rewards.module.css';
import { PictureDialog } from './PictureDialog.tsx';
import { t } from '../../../../base/t.ts';

const pictureOf = ({ picture }: Row): { file_id: number; url: string } | null => (picture as { file_id: number; url: string } | null | undefined) ?? null;

/** Edits the store's items as a list, with pictures. */
export function StoreItemsScreen() {
  const { rights } = useUser();
  const { search, push } = usePageSearch(parseListSearch);
  const may = (action: string) => rights.includes(`${storeItems.resource}:${action}`);
  const [picturing, setPicturing] = useState<Row | null>(null);
  if (search.archived && may('purge')) return <ArchiveScreen list={storeItems} />;
  const left: Column<Row> = {
    key: 'left',
    header: t('store.leftHeader'),
    align: 'end',
    nowrap: true,
    cell: ({ left: count }) => (typeof count === 'number' ? inFigures(count) : t('store.unlimited')),
  };
  const picture: Column<Row> = {
    key: 'picture',
    header: t('store.picture'),
    cell: (row) => {
      const shown = pictureOf(row);
      const image = shown ? <img className={styles.thumb} src={shown.url} alt="" loading="lazy" /> : null;
      if (!may('edit')) return image;
      const words = t(image ? 'store.pictureChange' : 'store.pictureChoose');
      return (
        <Button
          variant="subtle"
          size="s"
          icon={shown ? undefined : IconPhoto}
          aria-label={t('classes.act.of', { act: words, name: String(row['name']) })}
          onClick={() => setPicturing(row)}
        >
          {image}
          {words}
        </Button>
      );
    },
  };
  return (
    <>
      <ListScreen
        list={storeItems}
        may={may}
        actions={
          may('purge') && (
            <Button icon={IconArchive} onClick={() => push({ archived: true })}>
              {t('store.archived')}
            </Button>
          )
        }
        further={[left, picture]}
      />
      {picturing && (
        <PictureDialog id={picturing.id} name={String(picturing['name'])} hasPicture={pictureOf(picturing) !== null} onClose={() => setPicturing(null)} />
      )}
    </>
  );
}
