import { FILE_LIMITS, type FileKind, kindOfType } from '@classwright/contract/school/files/file-kinds';
import { t } from './t.ts';

/**
 * Why a file need not be sent at all, in words; null when it may be. The browser goes by the name: the server looks at
 * the bytes again. What the browser does not know is left to the server.
 */
export function faultOf({ size, type }: Pick<File, 'size' | 'type'>, kinds?: readonly FileKind[]): string | null {
  if (size > FILE_LIMITS.maxBytes) return t('file.tooLarge', { max: FILE_LIMITS.maxMegabytes });
  if (size === 0) return t('file.empty');
  const kind = kindOfType(type);
  if ((type !== '' && !kind) || (kind && kinds && !kinds.includes(kind))) return t('file.kindRefused');
  return null;
}

/** What a file dialog of the browser offers. */
export const acceptOf = (kinds: readonly FileKind[] = ['image', 'audio', 'video', 'pdf']): string =>
  kinds.map((kind) => (kind === 'pdf' ? 'application/pdf' : `${kind}/*`)).join(',');
