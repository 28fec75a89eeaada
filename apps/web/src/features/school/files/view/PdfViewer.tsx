import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus } from '../../../../ui/plain/icons.ts';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../base/t.ts';
import { openPdf } from './open-pdf.ts';
import { PdfPage } from './PdfPage.tsx';
import styles from './view.module.css';

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3] as const;

/** Shows a PDF page by page, drawn by our own code: nothing in it runs, and it looks the same on phones. */
export function PdfViewer({ url, name }: { url: string; name: string }) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [page, setPage] = useState(1);
  const [zoom, setZoom] = useState(2);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const opening = openPdf(url);
    opening.document.then(setPdf, () => setHasFailed(true));
    return () => void opening.close();
  }, [url]);
  if (hasFailed) return <EmptyState compact title={t('files.cannotLoad')} />;
  if (!pdf) return <SkeletonText lines={8} />;
  const pages = pdf.numPages;
  return (
    <section className={styles.pdf} aria-label={name}>
      <div className={styles.pdfBar}>
        <IconButton icon={IconChevronLeft} label={t('files.pdf.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)} />
        <span role="status">{t('files.pdf.page', { page, pages })}</span>
        <IconButton icon={IconChevronRight} label={t('files.pdf.next')} disabled={page >= pages} onClick={() => setPage(page + 1)} />
        <IconButton icon={IconMinus} label={t('files.pdf.smaller')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <IconButton icon={IconPlus} label={t('files.pdf.larger')} disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)} />
      </div>
      <div ref={place} className={styles.pdfPlace} tabIndex={0} role="group" aria-label={t('files.pdf.page', { page, pages })}>
        <PdfPage key={page} pdf={pdf} number={page} zoom={ZOOMS[zoom] ?? 1} place={place} onFail={() => setHasFailed(true)} />
      </div>
    </section>
  );
}
