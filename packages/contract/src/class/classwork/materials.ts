import { toSafeHref } from '@classwright/rules/rich-text/href';
import { z } from 'zod';
import { id, isStorable, packMessage, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** The materials of announcements and classwork in requests. */

/** The title. By default a file has its own name, a page its address. */
interface Titled {
  title?: string | undefined;
}
export interface FileMaterial extends Titled {
  kind: 'driveFile';
  fileId: number;
}
export interface PageMaterial<Kind extends string> extends Titled {
  kind: Kind;
  url: string;
}

const title = text({ label: asMessage('attachment.title'), max: 300 }).optional();
const address = z
  .string({ error: packMessage('attachment.url') })
  .max(2000, { error: packMessage('validation.tooLong', { label: asMessage('attachment.address'), max: 2000 }) })
  .transform((typed, context) => {
    const safe = toSafeHref(typed.trim());
    if (safe !== null && /^https?:\/\/[^/]/i.test(safe) && isStorable(safe)) return safe;
    context.addIssue({ code: 'custom', message: packMessage('attachment.url') });
    return z.NEVER;
  });

/** A file of the library. */
export const fileMaterial = z.object({ id: id(asMessage('attachment.file')), title });
/** Pages by field, in requests and responses. */
export const videoMaterial = z
  .object({ alternateLink: address, title })
  .transform(({ alternateLink, title: given }): PageMaterial<'youtubeVideo'> => ({ kind: 'youtubeVideo', url: alternateLink, title: given }));
export const linkMaterial = z.object({ url: address, title }).transform(({ url, title: given }): PageMaterial<'link'> => ({ kind: 'link', url, title: given }));
export const formMaterial = z
  .object({ formUrl: address, title })
  .transform(({ formUrl, title: given }): PageMaterial<'form'> => ({ kind: 'form', url: formUrl, title: given }));

/**
 * Returns the schema of several materials, each in one of the fields. It accepts the form of responses, so that loaded
 * data can be sent back. `oneOf`: the message for a material in none or several.
 */
export function materials<Fields extends Record<string, z.ZodType<{ kind: string } | undefined>>>(fields: Fields, oneOf: string, max: number) {
  type Material = NonNullable<z.output<Fields[keyof Fields]>>;
  const error = packMessage(oneOf);
  const material = z.object(fields, { error }).transform((sent, context): Material => {
    const given = Object.values(sent).filter((one) => one !== undefined) as Material[];
    if (given.length === 1) return given[0] as Material;
    context.addIssue({ code: 'custom', message: error });
    return z.NEVER;
  });
  return z.array(material, { error }).max(max, { error: packMessage('attachment.most', { max }) });
}
