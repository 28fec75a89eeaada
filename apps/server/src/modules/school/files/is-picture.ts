import { bytesSource, isShownInline, judgeFile } from './judge/index.ts';

/** Returns true when bytes are an image that may be stored and that documents can show. */
export async function isPicture(bytes: Uint8Array, name: string): Promise<boolean> {
  const judged = await judgeFile(bytesSource(bytes), name);
  return 'mimeType' in judged && judged.mimeType.startsWith('image/') && isShownInline(judged.mimeType);
}
