import { toSafeHref } from '@classwright/rules/rich-text/href';
import { z } from 'zod';
import { id, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** `aws`, the name of a file of our own library on the wire. */
export const OWN_FILE = 'aws';

/** An attachment with an address that its reader can open. */
export const AttachedView = z.object({
  name: z.string(),
  url: z.string(),
  /** The same as `url`. */
  res_url: z.string(),
  mimeType: z.string(),
  type: z.string(),
  /** The id of the file in our own library. Null for a page elsewhere. */
  file_id: z.number().int().nullable(),
});
export type AttachedView = z.infer<typeof AttachedView>;

/** An attachment as a request sends it: a file of the library, or a page elsewhere. */
export type AttachedInput = { name: string; fileId: number } | { name: string; external: { url: string; mimeType: string; type: string } };

/** Returns the id of the file at one of our addresses. */
const fileOf = (address: string): number | null => {
  const match = /^(?:https?:\/\/[^/]+)?\/files\/(\d{1,15})(?:[/?#]|$)/.exec(address);
  return match ? Number(match[1]) : null;
};

const words = (max: number) => z.string().max(max).nullish();

/**
 * Accepts attachments in the form of responses, so that loaded ones can be sent back. An address in place of `file_id`
 * is accepted.
 */
export const attached = z
  .object({
    name: text({ label: asMessage('list.field.name'), max: 300 }),
    file_id: z.union([z.literal('').transform(() => null), id(asMessage('assessments.attachments'))]).nullish(),
    url: words(4000),
    res_url: words(4000),
    mimeType: words(200),
    type: words(50),
    target_file: words(500),
  })
  .transform(({ name, file_id, url, res_url, mimeType, type }, context): AttachedInput => {
    const address = (url || res_url || '').trim();
    const fileId = file_id ?? fileOf(address);
    if (fileId !== null) return { name, fileId };
    const safe = toSafeHref(address);
    if (safe === null || !/^https?:/i.test(safe)) {
      context.addIssue({ code: 'custom', path: ['url'], message: packMessage('attachment.url') });
      return z.NEVER;
    }
    return { name, external: { url: safe, mimeType: mimeType ?? '', type: type ?? '' } };
  });
