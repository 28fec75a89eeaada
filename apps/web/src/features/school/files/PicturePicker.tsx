import { useState } from 'react';
import { useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import type { ChosenPicture } from '../../../ui/rich-text/RichTextEditor.tsx';
import type { ChosenFile } from './chosen-file.ts';
import { FileField } from './FileField.tsx';
import styles from './files.module.css';
import { t } from '../../../base/t.ts';

const MAX_ALT = 500;

/**
 * A dialog to choose a picture for a text: from the library or by upload, with an alternative text for people who
 * cannot see it.
 */
export function PicturePicker({ onDone }: { onDone: (picture: ChosenPicture | null) => void }) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [alt, setAlt] = useState('');
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [fault, setFault] = useState<{ file?: string; alt?: string }>({});
  const [isBusy, setIsBusy] = useState(false);
  const { form, focusFault } = useFaultFocus<HTMLDivElement>();
  const [file] = files;
  const insert = () => {
    const fileId = file?.file_id ?? null;
    const found = { ...(fileId === null && { file: t('files.required') }), ...(alt.trim() === '' && { alt: t('files.picture.altRequired') }) };
    setFault(found);
    if (fileId === null || !file || alt.trim() === '') return focusFault();
    onDone({ fileId, alt: alt.trim(), src: file.url, width: size?.width ?? null, height: size?.height ?? null });
  };
  return (
    <Dialog
      opened
      width={560}
      title={t('files.picture.title')}
      onClose={() => onDone(null)}
      footer={
        <>
          <Button onClick={() => onDone(null)}>{t('common.cancel')}</Button>
          <Button variant="filled" disabled={isBusy} onClick={insert}>
            {t('files.picture.insert')}
          </Button>
        </>
      }
    >
      <div ref={form} className={styles.picker}>
        <FileField
          label={t('files.field.file')}
          value={files}
          max={1}
          kinds={['image']}
          error={fault.file}
          onBusy={setIsBusy}
          onChange={(chosen) => {
            setFiles(chosen);
            setSize(null);
            setFault({});
          }}
        />
        {file && (
          <img
            className={styles.preview}
            src={file.url}
            alt=""
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize(width > 0 && height > 0 ? { width, height } : null)}
          />
        )}
        <TextField
          label={t('files.picture.alt')}
          value={alt}
          maxLength={MAX_ALT}
          error={fault.alt}
          onChange={({ target }) => setAlt(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // the form around is not to be sent
            insert();
          }}
        />
      </div>
    </Dialog>
  );
}
