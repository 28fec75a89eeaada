import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- the bundler makes the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;
/** The build's path of fonts and scan decoders. */
const parts = `/assets/pdfjs-${version}`;

/**
 * Opens a PDF from our own address. Its scripts never run, nothing is compiled (the content policy would not allow it),
 * and only the data that the current page needs is fetched.
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
    // more pixels than any of our screens: an oversized page is not drawn
    maxImageSize: 120_000_000,
    canvasMaxAreaInBytes: 64 * 1024 * 1024,
  });
  return { document: task.promise, close: () => task.destroy() };
}
