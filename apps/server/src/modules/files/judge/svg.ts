import type { ByteSource } from './source.ts';

/** Longer introductions than this have nobody's pictures. */
const HEAD_BYTES = 16 * 1024;

const SKIPPED = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+[\w:.-]+(?:\s+(?:PUBLIC|SYSTEM|"[^"]*"|'[^']*'))*\s*>)/i;

/**
 * Whether text is an SVG drawing. It is never shown by us, only kept and given back. One that declares entities is
 * refused as none: they are how a few bytes become gigabytes in whatever reads it.
 */
export async function isSvg(source: ByteSource): Promise<boolean> {
  let text = (await source.read(0, HEAD_BYTES)).toString('utf8').replace(/^\uFEFF/, '');
  for (let skipped = SKIPPED.exec(text); skipped; skipped = SKIPPED.exec(text)) text = text.slice(skipped[0].length);
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(text);
}
