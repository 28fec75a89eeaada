import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useEvent } from '../../../../base/use-event.ts';
import { t } from '../../../../base/t.ts';
import styles from './view.module.css';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** The zoom; 1 fills the available width. */
  zoom: number;
  place: RefObject<HTMLDivElement | null>;
  onFail: () => void;
}

/** Shows one page: a picture of it, and its text for people who do not see the picture. */
export function PdfPage({ pdf, number, zoom, place, onFail }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [words, setWords] = useState('');
  const fail = useEvent(onFail);
  useEffect(() => {
    let stop = (): void => undefined;
    let isGone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const element = canvas.current;
      if (isGone || !element) return;
      const room = Math.max(240, (place.current?.clientWidth ?? 600) - 2);
      const width = Math.round(room * zoom);
      const viewport = page.getViewport({ scale: (width * devicePixelRatio) / page.getViewport({ scale: 1 }).width });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      element.style.width = `${width}px`;
      const drawing = page.render({ canvas: element, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
      const { items } = await page.getTextContent();
      if (!isGone) setWords(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''));
      element.dataset['drawn'] = 'true';
    };
    draw().catch((error: unknown) => {
      if (!isGone && (error as Error).name !== 'RenderingCancelledException') fail();
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [pdf, number, zoom, place, fail]);
  return (
    <>
      <canvas ref={canvas} className={styles.pdfPage} aria-hidden />
      <div className="visually-hidden">{words.trim() === '' ? t('files.pdf.noWords', { page: number }) : words}</div>
    </>
  );
}
