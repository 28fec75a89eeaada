import type { FileView } from '@classwright/contract/school/files/calls';
import { useState } from 'react';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { t } from '../../../../base/t.ts';
import styles from './view.module.css';

const PdfViewer = lazyScreen(() => import('./PdfViewer.tsx'), 'PdfViewer');

/** Shows the content of a file: a picture, audio, a video or the pages of a PDF. */
export function FileShown({ file: { kind, name, url, is_shown } }: { file: FileView }) {
  const [hasFailed, setHasFailed] = useState(false);
  const onError = () => setHasFailed(true);
  if (hasFailed) return <EmptyState compact title={t('files.cannotLoad')} />;
  if (!is_shown) return <EmptyState compact title={t('files.cannotShow')} />;
  // uploaded files have no captions
  switch (kind) {
    case 'image':
      return <img className={styles.picture} src={url} alt={name} onError={onError} />;
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio className={styles.sound} src={url} controls preload="metadata" aria-label={name} onError={onError} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video className={styles.film} src={url} controls playsInline preload="metadata" aria-label={name} onError={onError} />;
    case 'pdf':
      return <PdfViewer url={url} name={name} />;
  }
}
