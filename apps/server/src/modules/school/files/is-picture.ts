import { bytesSource, isShownInline, judgeFile } from './judge/index.ts';

/** Whether bytes are an image that may be kept and that documents can show. */
export async function isPicture(bytes: Uint8Array, name: string): Promise<boolean> {
  const judged = await judgeFile(bytesSource(bytes), name);
  return 'mimeType' in judged && judged.mimeType.startsWith('image/') && isShownInline(judged.mimeType);
}
