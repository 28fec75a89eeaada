import { createHash } from 'node:crypto';

/** Returns a weak validator: the same for equal content, in every coding. */
export function toETag(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return `W/"${hash.digest('base64url')}"`;
}

/** Returns true when a client has the content of this ETag. Source: RFC 9110, section 13.1.2 (weak comparison). */
export function hasETag(ifNoneMatch: string | undefined, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}
