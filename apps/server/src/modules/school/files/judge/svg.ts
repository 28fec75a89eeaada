import { setImmediate as breathe } from 'node:timers/promises';
import { localName, XmlReader } from '../../../../platform/xml/index.ts';
import type { ByteSource } from './source.ts';

/** The maximum length of the introduction of an SVG. Real pictures have shorter ones. */
const HEAD_BYTES = 16 * 1024;
/** The maximum size of an SVG. Larger ones are mostly photographs in disguise. */
const MOST_BYTES = 5 * 1024 * 1024;
const STEP_BYTES = 128 * 1024;

const SKIPPED = /^(?:\s+|<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE\s+[\w:.-]+(?:\s+(?:PUBLIC|SYSTEM|"[^"]*"|'[^']*'))*\s*>)/i;

/**
 * Returns true when text is an SVG drawing. We never show it, we only store and return it. One that declares entities
 * is refused, since they can turn a few bytes into gigabytes in any reader.
 */
export async function isSvg(source: ByteSource): Promise<boolean> {
  let text = (await source.read(0, HEAD_BYTES)).toString('utf8').replace(/^\uFEFF/, '');
  for (let skipped = SKIPPED.exec(text); skipped; skipped = SKIPPED.exec(text)) text = text.slice(skipped[0].length);
  return /^<(?:[\w.-]+:)?svg[\s/>]/.test(text);
}

/** Elements that run code, or load a page into the drawing. */
const ACTIVE_ELEMENTS = new Set(['script', 'foreignobject', 'iframe', 'embed', 'object', 'handler', 'listener', 'audio', 'video', 'html', 'body']);
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp);/i;
/** Anything that a style loads from elsewhere. */
const FETCHES = /@import|url\(\s*["']?(?!#|\s*["']?#|data:image\/(?:png|jpeg|gif|webp);)|expression\(|javascript:/i;

/**
 * Returns true when a drawing only draws. Opening the download would run its scripts, and its requests would reveal
 * that it was opened. So such a drawing is refused, rather than stored with parts removed.
 */
export async function isStillDrawing(source: ByteSource): Promise<boolean> {
  if (source.size > MOST_BYTES) return false;
  let isStill = true;
  let isInStyle = false;
  const refuse = (): void => {
    isStill = false;
  };
  const reader = new XmlReader(
    {
      open(name, attributes) {
        const element = name.toLowerCase();
        isInStyle = element === 'style';
        if (ACTIVE_ELEMENTS.has(element)) refuse();
        for (const [key, value] of Object.entries(attributes)) if (isActive(element, localName(key).toLowerCase(), value)) refuse();
      },
      text: (text) => isInStyle && FETCHES.test(text) && refuse(),
      instruction: (target) => target.toLowerCase() === 'xml-stylesheet' && refuse(),
    },
    { deepest: Number.POSITIVE_INFINITY, mostAttributes: Number.POSITIVE_INFINITY },
  );
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let offset = 0; offset < source.size && isStill; offset += STEP_BYTES) {
      const bytes = await source.read(offset, STEP_BYTES);
      reader.write(decoder.decode(bytes, { stream: true }));
      await breathe();
    }
    if (isStill) reader.end();
  } catch {
    return false; // a drawing that cannot be read may move
  }
  return isStill;
}

function isActive(element: string, attribute: string, value: string): boolean {
  if (attribute.startsWith('on')) return true;
  const address = value.replace(/[\p{Cc}\s]/gu, '');
  if (attribute === 'href' || attribute === 'src')
    return element === 'a' ? !/^(?:https?:|mailto:|#)/i.test(address) : !(address.startsWith('#') || PICTURE.test(address));
  // animations can set attributes to values that would be refused there
  if (attribute === 'attributename') return /href$|^on/i.test(address);
  return FETCHES.test(value);
}
