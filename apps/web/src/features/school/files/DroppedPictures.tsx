import type { FileView } from '@classwright/contract/school/files/calls';
import { shortName } from '@classwright/contract/school/files/file-kinds';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { useEvent } from '../../../base/use-event.ts';
import type { DroppedProps } from '../../../ui/rich-text/RichTextEditor.tsx';
import styles from './files.module.css';
import { t } from '../../../base/t.ts';
import { UploadList } from './upload/UploadList.tsx';
import { useUploads } from './upload/use-uploads.ts';

const MAX_ALT = 500;

/**
 * Shows files that were pasted into a text or dropped on it: uploads them and inserts them as they arrive, each with a
 * field for its alternative text. A file that is not a picture gets an error.
 */
export function DroppedPictures({ files, onPicture, onWords, onBusy, onEnd }: DroppedProps) {
  const [arrived, setArrived] = useState<readonly { id: number; name: string; url: string; alt: string }[]>([]);
  const uploads = useUploads({ kinds: ['image'], onDone: (file) => void put(file) });
  const [putting, setPutting] = useState(0);
  const put = async (file: FileView) => {
    setPutting((count) => count + 1);
    const size = await sizeOf(file.url);
    const alt = wordsFrom(file.name);
    onPicture({ fileId: file.id, alt, src: file.url, width: size?.width ?? null, height: size?.height ?? null });
    setArrived((before) => (before.some(({ id }) => id === file.id) ? before : [...before, { id: file.id, name: file.name, url: file.url, alt }]));
    setPutting((count) => count - 1);
  };
  const taken = useRef(0);
  const takeMore = useEvent(() => {
    uploads.add(files.slice(taken.current));
    taken.current = files.length;
  });
  useEffect(() => takeMore(), [files, takeMore]);
  const isBusy = uploads.isBusy || putting > 0;
  useEffect(() => onBusy(isBusy), [files, isBusy, onBusy]);

  return (
    <div className={styles.dropped} role="group" aria-label={t('files.picture.dropped')}>
      <UploadList uploads={{ ...uploads, items: uploads.items.filter(({ state }) => state !== 'done') }} />
      {arrived.map((picture) => (
        <div key={picture.id} className={styles.droppedPicture}>
          <img src={picture.url} alt="" />
          <TextField
            label={t('files.picture.alt')}
            value={picture.alt}
            maxLength={MAX_ALT}
            onChange={({ target }) => {
              setArrived(arrived.map((one) => (one.id === picture.id ? { ...one, alt: target.value } : one)));
              onWords(picture.id, target.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault(); // the form around is not to be sent
            }}
          />
        </div>
      ))}
      {!isBusy && (
        <Button size="s" onClick={onEnd}>
          {t('files.picture.droppedDone')}
        </Button>
      )}
    </div>
  );
}

/**
 * Returns a description from a file name: "circuit-2.png" describes a picture, the names from cameras and clipboards do
 * not.
 */
function wordsFrom(name: string): string {
  const words = shortName(name)
    .replace(/\.[a-z0-9]+$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return /^(image|img|screenshot|screen shot|bildschirmfoto|dsc|photo|picture|pasted|unnamed)?[\d\s().]*$/i.test(words) ? '' : words;
}

function sizeOf(url: string): Promise<{ width: number; height: number } | null> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(picture.naturalWidth > 0 ? { width: picture.naturalWidth, height: picture.naturalHeight } : null);
    picture.onerror = () => resolve(null);
    picture.src = url;
  });
}
