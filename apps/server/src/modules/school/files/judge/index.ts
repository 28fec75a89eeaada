import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { detectContentType, isShownInline } from './content-type.ts';
import { hasObjects, isWholePdf } from './pdf.ts';
import { readPixels } from './pixels.ts';
import type { ByteSource } from './source.ts';
import { isStillDrawing } from './svg.ts';
import { isWhole } from './whole.ts';

export { isShownInline } from './content-type.ts';
export { readPixels } from './pixels.ts';
export { bytesSource, withFile } from './source.ts';

/** The parameters of the refusal messages. */
export const REFUSAL_PARAMS = { max: FILE_LIMITS.maxMegabytes };

/** The type of a file, or the message key that explains its refusal. */
export type Judgement =
  | { mimeType: string }
  | {
      refused:
        | 'file.kindRefused'
        | 'file.empty'
        | 'file.brokenPdf'
        | 'file.cutPdf'
        | 'file.cut'
        | 'file.activeDrawing'
        | 'file.tooLarge'
        | 'file.damaged'
        | 'file.tooManyPixels';
    };

/**
 * Decides by its bytes if a file may be stored: an image, sound, video or PDF of at most 50 MB that is complete; a PDF
 * must have content; a picture that browsers draw must have a complete header and no more pixels than a real picture
 * has.
 */
export async function judgeFile(source: ByteSource, name: string): Promise<Judgement> {
  if (source.size > FILE_LIMITS.maxBytes) return { refused: 'file.tooLarge' };
  if (source.size === 0) return { refused: 'file.empty' };
  const mimeType = await detectContentType(source, name);
  if (mimeType === null) return { refused: /\.pdf$/i.test(name.trim()) ? 'file.brokenPdf' : 'file.kindRefused' };
  if (mimeType === 'application/pdf' && !(await isWholePdf(source))) return { refused: 'file.cutPdf' };
  if (mimeType === 'application/pdf' && !(await hasObjects(source))) return { refused: 'file.brokenPdf' };
  if (mimeType === 'image/svg+xml' && !(await isStillDrawing(source))) return { refused: 'file.activeDrawing' };
  if (mimeType.startsWith('image/') && isShownInline(mimeType)) {
    const pixels = await readPixels(source, mimeType);
    if (!pixels) return { refused: 'file.damaged' };
    if (pixels.width * pixels.height > FILE_LIMITS.maxPixels) return { refused: 'file.tooManyPixels' };
  }
  return (await isWhole(source, mimeType)) ? { mimeType } : { refused: 'file.cut' };
}
