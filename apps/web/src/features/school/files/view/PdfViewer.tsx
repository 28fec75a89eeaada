import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus } from '../../../../ui/plain/icons.ts';
import { Box, Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../base/t.ts';
import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the bundler makes the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { PdfPage } from './PdfPage.tsx';
import styles from './view.module.css';

// oxlint-disable-next-line import/default -- the bundler makes the address

GlobalWorkerOptions.workerSrc = workerUrl;
/** The build's path of fonts and scan decoders. */
const parts = `/assets/pdfjs-${version}`;

/**
 * Opens a PDF from our own address. Its scripts never run, nothing is compiled (the content policy would not allow it),
 * and only the data that the current page needs is fetched.
 */
function openPdf(url: string): { document: Promise<PDFDocumentProxy>; close: () => Promise<void> } {
  const task = getDocument({
    url,
    useWasm: false,
    wasmUrl: `${parts}/wasm/`,
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    enableXfa: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    // more pixels than any of our screens: an oversized page is not drawn
    maxImageSize: 120_000_000,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  });
  return { document: task.promise, close: () => task.destroy() };
}

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
    <Stack as="section" gap={8} wide aria-label={name}>
      <Row wrap gap={4} justify="center" className={styles.pdfBar}>
        <IconButton icon={IconChevronLeft} label={t('files.pdf.previous')} disabled={page <= 1} onClick={() => setPage(page - 1)} />
        <span role="status">{t('files.pdf.page', { page, pages })}</span>
        <IconButton icon={IconChevronRight} label={t('files.pdf.next')} disabled={page >= pages} onClick={() => setPage(page + 1)} />
        <IconButton icon={IconMinus} label={t('files.pdf.smaller')} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <IconButton icon={IconPlus} label={t('files.pdf.larger')} disabled={zoom === ZOOMS.length - 1} onClick={() => setZoom(zoom + 1)} />
      </Row>
      <Box ref={place} bordered radius="md" className={styles.pdfPlace} tabIndex={0} role="group" aria-label={t('files.pdf.page', { page, pages })}>
        <PdfPage key={page} pdf={pdf} number={page} zoom={ZOOMS[zoom] ?? 1} place={place} onFail={() => setHasFailed(true)} />
      </Box>
    </Stack>
  );
}
