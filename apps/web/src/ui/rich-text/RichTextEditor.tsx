import type { RichTextDocument } from '@classwright/contract/rich-text';
import { useEffect, useId, useState, type ComponentType } from 'react';
import { loadChunk } from '../../base/chunk.ts';
import { createStore } from '../../base/store.ts';
import { useStore } from '../../base/use-store.ts';
import { Button } from '../plain/Button.tsx';
import { classes } from '../plain/classes.ts';
import { IconAlertCircle, IconReload } from '../plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './editor/editor.module.css';
import { plainDocument, plainTextOf } from './editor/plain-document.ts';
import type { PicturePicker, SurfaceProps } from './editor/surface-props.ts';
import { RichTextView } from './RichTextView.tsx';
import { useEvent } from '../../base/use-event.ts';

export type { ChosenPicture, DroppedProps, PicturePicker } from './editor/surface-props.ts';

export interface RichTextEditorProps {
  label: string;
  value: RichTextDocument;
  onChange: (document: RichTextDocument) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  /** `compact` is for phones: two tools next to the label, the rest behind one of them. */
  variant?: 'compact' | 'full';
  disabled?: boolean;
  /** The server's or the form's message about this field. */
  error?: string | undefined;
  description?: string | undefined;
  focusOnOpen?: boolean;
  /** Offers images to insert, as `PicturePicker` of the file library does. Without it there is no button for them. */
  pictures?: PicturePicker | undefined;
  /** Files that were pasted before the editor loaded, to be inserted as images. */
  files?: readonly File[] | undefined;
  /** The tool that is open from the start. */
  opened?: 'formula' | 'formatting' | undefined;
}

/**
 * The field for rich text. Writing works right away: until the editor has loaded, and if loading fails, the field takes
 * plain text. The editor replaces it when nobody is in the middle of a word.
 */
export function RichTextEditor({
  label,
  value,
  onChange,
  onFocus,
  onBlur,
  variant = 'full',
  disabled = false,
  error,
  description,
  focusOnOpen = false,
  pictures,
  files,
  opened,
}: RichTextEditorProps) {
  const id = useId();
  const { Surface, failed, retry } = useSurface();
  const [typing, setTyping] = useState(false);
  const [takenOver, setTakenOver] = useState(false);
  const plain = plainTextOf(value);
  const useLoaded = Surface !== null && (takenOver || !typing);
  if (useLoaded && !takenOver) setTakenOver(true);
  const describedBy = classes(error && `${id}e`, description && `${id}d`) || undefined;

  return (
    <div className={styles.box} data-variant={variant}>
      <span className={styles.label} id={`${id}l`}>
        {label}
      </span>
      {description && (
        <span className={styles.description} id={`${id}d`}>
          {description}
        </span>
      )}
      <div className={styles.frame} data-invalid={error ? true : undefined} data-disabled={disabled || undefined}>
        {useLoaded && Surface ? (
          <Surface
            id={`${id}f`}
            labelId={`${id}l`}
            describedBy={describedBy}
            invalid={Boolean(error)}
            value={value}
            onChange={onChange}
            onFocus={onFocus}
            onBlur={onBlur}
            variant={variant}
            disabled={disabled}
            focusOnOpen={focusOnOpen}
            pictures={pictures}
            files={files}
            opened={opened}
          />
        ) : plain === null ? (
          <RichTextView document={value} className={styles.reading} />
        ) : (
          <textarea
            id={`${id}f`}
            className={styles.plain}
            value={plain}
            disabled={disabled}
            aria-labelledby={`${id}l`}
            aria-describedby={describedBy}
            aria-invalid={Boolean(error)}
            onChange={(event) => onChange(plainDocument(event.target.value))}
            onFocus={() => {
              setTyping(true);
              onFocus?.();
            }}
            onBlur={() => {
              setTyping(false);
              onBlur?.();
            }}
          />
        )}
      </div>
      {failed && !useLoaded && (
        <p className={styles.failed} role="status">
          {t('editor.failed')}{' '}
          <Button size="s" icon={IconReload} onClick={retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}e`}>
          <IconAlertCircle size={16} />
          {error}
        </p>
      )}
    </div>
  );
}

/** The loaded editor component, for every field of the page. */
const surface = createStore<ComponentType<SurfaceProps> | null>(null);

/** Loads the editor. `Surface` is null while it loads; `failed` if loading failed. */
function useSurface() {
  const Surface = useStore(surface);
  const [failed, setFailed] = useState(false);
  const ask = () =>
    loadChunk(() => import('./editor/Surface.tsx')).then(
      (module) => surface.set(module.default),
      () => setFailed(true),
    );
  const askOnce = useEvent(ask);
  useEffect(() => {
    if (!surface.get()) void askOnce();
  }, [askOnce]);
  return {
    Surface,
    failed,
    retry: () => {
      setFailed(false);
      void ask();
    },
  };
}
