import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, optionalLongText } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { OPTIONAL_USES } from '../../core/optional-uses.ts';
import { TERMS, type Term } from '../../school/retention/terms.ts';

/** The edition of the product's own text of the notice. It rises when that text changes in substance. */
export const NOTICE_EDITION = 1;

const MAX_NOTICE_TEXT = 5_000;

/** The classes of data about people, in the order of the notice. */
export const NOTICE_CLASSES = ['identity', 'contact', 'schoolwork', 'communication', 'grade', 'conduct', 'log', 'secret'] as const;
export type NoticeClass = (typeof NOTICE_CLASSES)[number];

const TERM_NAMES = Object.keys(TERMS) as [Term, ...Term[]];

const NoticeView = z.object({
  /** Null where the installation has several schools and none is named, or has none. */
  school: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  /** The number of the version. It rises with each change of substance. */
  number: z.number().int(),
  /** The day of the version, or null for the product's own first one. */
  since: z.string().nullable(),
  /** The school's own paragraphs, in plain text. */
  child_text: z.string(),
  parent_text: z.string(),
  /** The amounts of the terms of the school. */
  terms: z.record(z.enum(TERM_NAMES), z.number().int()),
  /** For each class of data, the terms by which it is kept. */
  classes: z.array(z.object({ data_class: z.enum(NOTICE_CLASSES), terms: z.array(z.enum(TERM_NAMES)) })),
  /** The optional uses about which the school asks somebody. The school agrees for everyone to one that is left out. */
  demands: z.partialRecord(z.enum(OPTIONAL_USES), z.enum(['guardian', 'student'])),
  /** The services of others that this server uses. */
  uses: z.object({ google_sign_in: z.boolean(), classroom: z.boolean(), drive: z.boolean(), mail: z.boolean() }),
});
export type NoticeView = z.infer<typeof NoticeView>;

export const noticeGet = endpoint({
  name: 'notice.get',
  method: 'GET',
  path: '/notice',
  access: 'public',
  summary: 'The notice of a school about the data that it uses: the named school, or the only one',
  query: z.object({ school: id(asMessage('notice.school')).optional() }),
  response: NoticeView,
  errors: [],
  readOnly: true,
});

const text = (label: 'notice.childText' | 'notice.parentText') => optionalLongText({ label: asMessage(label), max: MAX_NOTICE_TEXT }).unwrap();

export const noticeUpdate = endpoint({
  name: 'notice.update',
  method: 'PUT',
  path: '/schools/:id/notice',
  access: { resource: 'school-settings', action: 'edit' },
  summary: 'Change a school’s own paragraphs of the notice; a change of substance makes a new version, which people see once',
  params: z.object({ id: id(asMessage('notice.school')) }),
  body: z.object({
    child_text: text('notice.childText'),
    parent_text: text('notice.parentText'),
    is_substantial: flag(asMessage('notice.isSubstantial')),
  }),
  response: z.object({ number: z.number().int(), message: z.string() }),
  errors: [],
  bodyLimitBytes: 64 * 1024,
});

export const noticeSee = endpoint({
  name: 'notice.see',
  method: 'POST',
  path: '/notice/seen',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Note that one has seen a version of the notice of one’s own school',
  body: z.object({ number: id(asMessage('notice.number')) }),
  response: z.object({}),
  errors: [],
});
