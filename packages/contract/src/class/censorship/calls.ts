import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { RichTextView } from '../../rich-text.ts';

const Id = z.number().int();

/** A student's text as others see it, with words replaced, without the original. */
export const CensoredTextView = z.object({
  id: Id,
  /** The kind of text. */
  kind: z.enum(['post', 'comment', 'reply']),
  writer: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
  class_id: Id,
  class_name: z.string(),
  assessment_id: Id.nullable(),
  assessment_title: z.string().nullable(),
  /** The form of the live lesson. */
  form: z.string().nullable(),
  /** The plain text that others see. */
  shown_text: z.string(),
  created_at: z.string(),
  reviewed_at: z.string().nullable(),
  /** The name of the person who marked it as reviewed. */
  reviewed_by: z.string().nullable(),
});
export type CensoredTextView = z.infer<typeof CensoredTextView>;

/** A censored text with its original. */
export const CensoredOriginalView = CensoredTextView.extend({
  original: RichTextView,
  shown: RichTextView,
  /** The matching entries of the word lists, as they were then. */
  words: z.array(z.string()),
});
export type CensoredOriginalView = z.infer<typeof CensoredOriginalView>;

const view = { resource: 'censored-texts', action: 'view' } as const;
const textId = z.object({ id: id(asMessage('censored.thing')) });
const day = (label: string) => z.iso.date({ error: packMessage('censored.day', { label: asMessage(label) }) }).optional();

export const censoredTextList = endpoint({
  name: 'censoredText.list',
  method: 'GET',
  path: '/censorship/originals',
  access: view,
  summary: 'Texts of which words were replaced, newest first: of one’s own classes, for Admin of all; without the originals',
  query: pageQuery.extend({
    class_id: id(asMessage('censored.class')).optional(),
    account_id: id(asMessage('censored.writer')).optional(),
    /** The first day. Both days are included, in the school's calendar. */
    from: day('censored.from'),
    to: day('censored.to'),
    reviewed: flag(asMessage('censored.reviewed')).optional(),
    search_text: z.string().max(200).default(''),
  }),
  response: z.object({
    data: z.array(CensoredTextView),
    pagination: Pagination,
    /** The classes with such texts, for the filter. */
    classes: z.array(z.object({ id: Id, name: z.string() })),
  }),
  errors: [],
  readOnly: true,
});

export const censoredTextGet = endpoint({
  name: 'censoredText.get',
  method: 'GET',
  path: '/censorship/originals/:id',
  access: view,
  summary: 'One of them with its original; the audit trail keeps who looked',
  params: textId,
  response: z.object({ censored_text: CensoredOriginalView }),
  errors: ['CENSORED_TEXT_NOT_FOUND'],
});

export const censoredTextReview = endpoint({
  name: 'censoredText.review',
  method: 'PUT',
  path: '/censorship/originals/:id',
  access: { resource: 'censored-texts', action: 'edit' },
  summary: 'Mark one of them as reviewed, or take the mark back',
  params: textId,
  body: z.object({ reviewed: flag(asMessage('censored.reviewed')) }),
  response: z.object({ censored_text: CensoredTextView, message: z.string() }),
  errors: ['CENSORED_TEXT_NOT_FOUND'],
});
