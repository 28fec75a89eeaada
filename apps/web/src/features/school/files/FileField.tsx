import { FILE_KINDS, type FileKind, shortName } from '@classwright/contract/school/files/file-kinds';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { classes } from '../../../ui/plain/classes.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconAlertCircle, IconFolder, IconX } from '../../../ui/plain/icons.ts';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import { configStore } from '../../../base/config.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import { useStore } from '../../../base/use-store.ts';
import { useEvent } from '../../../base/use-event.ts';
import { acceptOf } from './check-file.ts';
import { type ChosenFile, toChosen } from './chosen-file.ts';
import styles from './files.module.css';
import { KindIcon } from './KindIcon.tsx';
import { LibraryDialog } from './screens.ts';
import { t } from '../../../base/t.ts';
import { UploadList } from './upload/UploadList.tsx';
import { useDrop } from './upload/use-drop.ts';
import { useUploads } from './upload/use-uploads.ts';
import { ViewLink } from './view/ViewLink.tsx';

const loadDrive = () => import('./drive/DrivePicking.tsx');

export interface FileFieldProps {
  label: string;
  value: readonly ChosenFile[];
  onChange: (files: ChosenFile[]) => void;
  description?: string | undefined;
  /** The form's or the server's message about this field. */
  error?: string | undefined;
  /** The accepted kinds; all by default. */
  kinds?: readonly FileKind[] | undefined;
  /** The maximum number of files; 20 by default. */
  max?: number | undefined;
  disabled?: boolean | undefined;
  /** Called while files are being uploaded. Saving then would leave them out. */
  onBusy?: ((isBusy: boolean) => void) | undefined;
}

/** A field for files: from the library, or uploaded by choosing, dropping or pasting. */
export function FileField({ label, value, onChange, description, error, kinds = FILE_KINDS, max = 20, disabled = false, onBusy }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [isTaking, setIsTaking] = useState(false);
  const hasDrive = useStore(configStore)?.drive_picker === true;
  const drive = useChunk(loadDrive, hasDrive);
  // several uploads may arrive before the form has rendered the first of them
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const set = (files: ChosenFile[]) => {
    latest.current = files;
    onChange(files);
  };
  const add = (files: readonly ChosenFile[]) => {
    const present = new Set(latest.current.map(({ file_id }) => file_id));
    set([...latest.current, ...files.filter(({ file_id }) => file_id === null || !present.has(file_id))].slice(0, max));
  };
  const uploads = useUploads({ kinds, onDone: (file) => add([toChosen(file)]) });
  const tellBusy = useEvent((isBusy: boolean) => onBusy?.(isBusy));
  const isBusy = uploads.isBusy || isTaking;
  useEffect(() => tellBusy(isBusy), [isBusy, tellBusy]);
  const isFull = value.length >= max;
  const drop = useDrop((files) => {
    if (!disabled && !isFull) uploads.add(files);
  });
  return (
    <div
      className={styles.fieldBox}
      role="group"
      aria-labelledby={`${id}l`}
      aria-describedby={classes(error && `${id}e`, `${id}d`) || undefined}
      data-fault={error && true}
      {...drop}
    >
      <span className={styles.label} id={`${id}l`}>
        {label}
      </span>
      <span className={styles.hint} id={`${id}d`}>
        {description ?? t('files.rules')}
      </span>
      {value.length > 0 && (
        <ul className={styles.chosen}>
          {value.map((file, index) => (
            <li key={`${file.file_id ?? file.url}`}>
              <KindIcon type={file.mimeType} />
              <span className={styles.name} title={file.name}>
                {shortName(file.name)}
              </span>
              <ViewLink file={file} />
              <IconButton
                size="s"
                icon={IconX}
                label={t('files.field.remove', { name: shortName(file.name) })}
                disabled={disabled}
                onClick={() => set(latest.current.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <UploadList
        // a finished upload is among the chosen files above; only those with an open question are shown here
        uploads={{ ...uploads, items: uploads.items.filter(({ state, copy }) => state !== 'done' || copy) }}
        onSame={({ made, of }) => {
          const others = latest.current.filter(({ file_id }) => file_id !== of.id);
          set(others.map((file) => (file.file_id === made.id ? toChosen(of) : file)));
        }}
      />
      {isFull ? (
        <p className={styles.hint}>{t('files.field.full', { count: max })}</p>
      ) : (
        <div className={styles.fieldTools}>
          <Button size="s" icon={IconCloudUpload} disabled={disabled} onClick={() => input.current?.click()}>
            {t('files.field.upload')}
          </Button>
          <Button size="s" icon={IconFolder} disabled={disabled} onClick={() => setIsChoosing(true)}>
            {t('files.field.choose')}
          </Button>
          {hasDrive && drive && (
            <drive.DrivePicking kinds={kinds} most={max - value.length} disabled={disabled} onDone={(file) => add([toChosen(file)])} onBusy={setIsTaking} />
          )}
          <span className={styles.hint}>{t('files.drop')}</span>
        </div>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept={acceptOf(kinds)}
        onChange={({ target }) => {
          uploads.add(target.files ?? []);
          target.value = '';
        }}
      />
      {error && (
        <span className={styles.error} id={`${id}e`} role="alert">
          <IconAlertCircle size={16} />
          {error}
        </span>
      )}
      {isChoosing && (
        <LibraryDialog
          kinds={kinds}
          most={max - value.length}
          onClose={() => setIsChoosing(false)}
          onChosen={(files) => {
            setIsChoosing(false);
            add(files.map(toChosen));
          }}
        />
      )}
    </div>
  );
}
