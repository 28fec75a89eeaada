import { createHash } from 'node:crypto';

/** A weak validator: the same for what means the same, in whatever coding it is sent. */
export function toETag(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return `W/"${hash.digest('base64url')}"`;
}

/** Whether a client says that it has what this ETag stands for. Source: RFC 9110, section 13.1.2 (weak comparison). */
export function hasETag(ifNoneMatch: string | undefined, etag: string): boolean {
  const bare = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => bare(tag) === bare(etag) || tag.trim() === '*');
}
