import { kindOfType } from '@classwright/contract/school/files/file-kinds';
import type { ByteSource } from './source.ts';
import { isSvg } from './svg.ts';

/**
 * The usual names of types whose names differ from place to place, and of containers of sound or pictures with other
 * names.
 */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/matroska': 'video/x-matroska',
  'audio/vnd.wave': 'audio/wav',
  'application/ogg': 'audio/ogg',
  'application/vnd.ms-asf': 'video/x-ms-asf',
};

/**
 * Returns true for an archive. Archives are never an accepted type, and looking into one costs as much as unpacking it.
 */
const isArchive = (head: Buffer): boolean => head.toString('latin1', 0, 2) === 'PK' || (head[0] === 0x1f && head[1] === 0x8b);

/**
 * Returns the type of a file by its bytes, or null when it is not accepted. The name counts only for SVG, which is text
 * and could be meant as something else: its name must have that extension.
 */
export async function detectContentType(source: ByteSource, name: string): Promise<string | null> {
  const head = await source.read(0, 4);
  if (head.length === 0 || isArchive(head)) return null;
  if (await isSvg(source)) return /\.svg$/i.test(name.trim()) ? 'image/svg+xml' : null;
  const found = await source.typeByContent().catch(() => undefined); // a file too damaged to be read has no known type
  const type = found && (USUAL_NAMES[found] ?? found);
  return type && kindOfType(type) ? type : null;
}

/** Picture types that every browser draws. Others are only downloaded. */
const DRAWN = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/** Returns true when a browser may show the type on our address. Everything else is only ever downloaded. */
export function isShownInline(mimeType: string): boolean {
  const kind = kindOfType(mimeType);
  return kind === 'image' ? DRAWN.has(mimeType) : kind !== null;
}
