import { FILE_LIMITS, type FileKind, kindOfType } from '@classwright/contract/school/files/file-kinds';
import { t } from '../../../base/t.ts';

/**
 * Returns the reason a file cannot be sent, in words; null when it can. The browser decides by the name; the server
 * checks the bytes again. Types unknown to the browser are left to the server.
 */
export function faultOf({ size, type }: Pick<File, 'size' | 'type'>, kinds?: readonly FileKind[]): string | null {
  if (size > FILE_LIMITS.maxBytes) return t('file.tooLarge', { max: FILE_LIMITS.maxMegabytes });
  if (size === 0) return t('file.empty');
  const kind = kindOfType(type);
  if ((type !== '' && !kind) || (kind && kinds && !kinds.includes(kind))) return t('file.kindRefused');
  return null;
}

/** Returns the file types for the browser's file dialog. */
export const acceptOf = (kinds: readonly FileKind[] = ['image', 'audio', 'video', 'pdf']): string =>
  kinds.map((kind) => (kind === 'pdf' ? 'application/pdf' : `${kind}/*`)).join(',');
