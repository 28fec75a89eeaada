import { bytesSource, isShownInline, judgeFile, readPixels } from './judge/index.ts';

/** Returns true when bytes are an image that may be stored and that documents can show. */
export async function isPicture(bytes: Uint8Array, name: string): Promise<boolean> {
  const judged = await judgeFile(bytesSource(bytes), name);
  return 'mimeType' in judged && judged.mimeType.startsWith('image/') && isShownInline(judged.mimeType);
}

/**
 * Returns the type of bytes that are a whole picture which documents can show; `large` for one with a side of more than `maxSide` pixels,
 * as its own header gives them, and null for everything else. Nothing is unpacked, so a small file of many pixels costs nothing.
 */
export async function judgePicture(bytes: Uint8Array, maxSide: number): Promise<string | 'large' | null> {
  const source = bytesSource(bytes);
  const judged = await judgeFile(source, '');
  if (!('mimeType' in judged)) return judged.refused === 'file.tooManyPixels' ? 'large' : null;
  const pixels = isShownInline(judged.mimeType) ? await readPixels(source, judged.mimeType) : null;
  if (!pixels) return null;
  return Math.max(pixels.width, pixels.height) > maxSide ? 'large' : judged.mimeType;
}
