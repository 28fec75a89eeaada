import { RICH_TEXT_PART_LIMITS } from './part-limits.ts';

// Browsers drop tabs, line breaks and leading controls from an address ("java\nscript:"), so it must not contain any;
// nor half a surrogate pair, which has no encoding.
const FORBIDDEN = /[\s\p{Cc}\p{Cs}\\]/u;

/**
 * Returns the address of a link, trimmed, or null when it is not an absolute http, https or mailto address. Used for
 * stored documents and for links that a screen creates.
 */
export function toSafeHref(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const href = value.trim();
  if (href.length > RICH_TEXT_PART_LIMITS.hrefCharacters || FORBIDDEN.test(href)) return null;
  if (/^mailto:[^\s@]+@[^\s@]+$/iu.test(href)) return href;
  return /^https?:\/\/[^/?#]/iu.test(href) && isUrl(href) ? href : null;
}

/** Replaces `URL.canParse`, which is missing on phones still used in schools. */
function isUrl(value: string): boolean {
  try {
    return new URL(value).host !== '';
  } catch {
    return false;
  }
}
