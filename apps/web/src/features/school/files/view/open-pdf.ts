import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the bundler makes the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;
/** As the build puts them: fonts and what reads scans. */
const parts = `/assets/pdfjs-${version}`;

/**
 * Opens a PDF under our own address. Its scripts are never run, nothing is compiled (the content policy would not allow
 * it), and as much is fetched as the page that is shown needs.
 */
export function openPdf(url: string): { document: Promise<PDFDocumentProxy>; close: () => Promise<void> } {
  const task = getDocument({
    url,
    useWasm: false,
    wasmUrl: `${parts}/wasm/`,
    cMapUrl: `${parts}/cmaps/`,
    standardFontDataUrl: `${parts}/standard_fonts/`,
    enableXfa: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    // more pixels than any screen of ours: a hostile page is left out
    maxImageSize: 120_000_000,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  });
  return { document: task.promise, close: () => task.destroy() };
}
