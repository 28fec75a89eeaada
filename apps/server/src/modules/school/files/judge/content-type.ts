import { kindOfType } from '@classwright/contract/school/files/file-kinds';
import type { ByteSource } from './source.ts';
import { isSvg } from './svg.ts';

/** Names that differ from place to place, and containers of sound or pictures that go by a name of their own. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/matroska': 'video/x-matroska',
  'audio/vnd.wave': 'audio/wav',
  'application/ogg': 'audio/ogg',
  'application/vnd.ms-asf': 'video/x-ms-asf',
};

/** Archives are never any of ours, and looking into one costs whatever it unpacks to. */
const isArchive = (head: Buffer): boolean => head.toString('latin1', 0, 2) === 'PK' || (head[0] === 0x1f && head[1] === 0x8b);

/**
 * The type of a file by its bytes; null when it is none that is accepted. The name counts for SVG alone, which is text
 * and could as well be meant for something else: it must be called one.
 */
export async function detectContentType(source: ByteSource, name: string): Promise<string | null> {
  const head = await source.read(0, 4);
  if (head.length === 0 || isArchive(head)) return null;
  if (await isSvg(source)) return /\.svg$/i.test(name.trim()) ? 'image/svg+xml' : null;
  const found = await source.typeByContent().catch(() => undefined); // what is too damaged to be read is nothing we know
  const type = found && (USUAL_NAMES[found] ?? found);
  return type && kindOfType(type) ? type : null;
}

/** Pictures that every browser draws; others are files to take home. */
const DRAWN = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

/** Whether a browser may show it on our address; everything else is only ever downloaded. */
export function isShownInline(mimeType: string): boolean {
  const kind = kindOfType(mimeType);
  return kind === 'image' ? DRAWN.has(mimeType) : kind !== null;
}
