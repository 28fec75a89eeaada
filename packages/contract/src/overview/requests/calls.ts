import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, longText, optionalLongText, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const Id = z.number().int();
const label = (key: string) => asMessage(`dataRequest.field.${key}`);

/**
 * The things that a person may ask of a school about data: a copy (FERPA 99.10; GDPR 15), a correction (FERPA 99.20; GDPR
 * 16), an erasure (GDPR 17), the end of a use that needs nobody (GDPR 7 and 21), or a question.
 */
export const REQUEST_KINDS = ['copy', 'correction', 'erasure', 'endOfUse', 'question'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The days in which a school answers, counted from the day of the request: FERPA 99.10 allows 45, GDPR 12 a month. */
export const REQUEST_DAYS = [45, 30] as const;

/** The number of requests of one person that can wait for an answer at a time. */
export const MAX_OPEN_REQUESTS = 5;

/** The number of days before the due day from which the office is reminded, and a row says that it is due soon. */
export const REMIND_DAYS = 7;

const MAX_WORDS = 2_000;

const kind = z.enum(REQUEST_KINDS, { error: packMessage('dataRequest.invalidKind') });
const words = (key: string) => longText({ label: label(key), max: MAX_WORDS });
const person = id(label('person'));

/** A request as the person who made it sees it. */
export const OwnRequest = z.object({
  id: Id,
  kind: z.enum(REQUEST_KINDS),
  words: z.string(),
  asked_on: z.string(),
  due_on: z.string(),
  state: z.enum(['open', 'done', 'refused', 'withdrawn']),
  answer: z.string(),
  answered_on: z.string().nullable(),
});
export type OwnRequest = z.infer<typeof OwnRequest>;

/** A request as the office sees it. */
export const DataRequestView = OwnRequest.extend({
  /** The person whom the data is about; null after the erasure. */
  account_id: Id,
  person: z.string(),
  /** The name of who asked: the person, a guardian, or somebody on paper. */
  asker: z.string(),
  /** True when it reached the office on paper. */
  is_on_paper: z.boolean(),
  /** The days until the due day; negative after it. */
  days_left: Id,
  answered_by: z.string().nullable(),
});
export type DataRequestView = z.infer<typeof DataRequestView>;

export const dataRequestOwn = endpoint({
  name: 'dataRequest.own',
  method: 'GET',
  path: '/data-requests/own',
  access: { resource: 'own-account', action: 'view' },
  summary: 'The requests that one made about one’s own data; with account_id those about one’s child',
  query: z.object({ account_id: person.optional() }),
  response: z.object({ requests: z.array(OwnRequest), days: Id }),
  errors: [],
  readOnly: true,
});

export const dataRequestCreate = endpoint({
  name: 'dataRequest.create',
  cost: 4,
  method: 'POST',
  path: '/data-requests',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Ask the school something about one’s own data, or about that of one’s child',
  body: z.object({ account_id: person.optional(), kind, words: words('words') }),
  response: z.object({ request: OwnRequest, message: z.string() }),
  errors: ['MANY_DATA_REQUESTS'],
});

export const dataRequestWithdraw = endpoint({
  name: 'dataRequest.withdraw',
  method: 'POST',
  path: '/data-requests/:id/withdraw',
  access: { resource: 'own-account', action: 'edit' },
  summary: 'Withdraw a request of one’s own that has no answer yet',
  params: z.object({ id: id(label('request')) }),
  response: z.object({ message: z.string() }),
  errors: ['DATA_REQUEST_CLOSED'],
});

const SHOWN = ['open', 'closed'] as const;

export const dataRequestList = endpoint({
  name: 'dataRequest.list',
  method: 'GET',
  path: '/data-requests',
  access: { resource: 'data-requests', action: 'view' },
  summary: 'The requests about data that wait, the one due first at the top; or those that are closed, the newest first',
  query: pageQuery.extend({ show: z.enum(SHOWN, { error: packMessage('settings.notAChoice') }).default('open') }),
  response: z.object({
    requests: z.array(DataRequestView),
    pagination: Pagination,
    /** The schools within reach, with the days in which each answers. */
    schools: z.array(z.object({ id: Id, name: z.string(), days: Id })),
  }),
  errors: [],
  readOnly: true,
});

export const dataRequestRecord = endpoint({
  name: 'dataRequest.record',
  cost: 2,
  method: 'POST',
  path: '/data-requests/record',
  access: { resource: 'data-requests', action: 'edit' },
  summary: 'Enter a request that reached the office on paper, by phone, or by mail',
  body: z.object({
    account_id: person,
    kind,
    asker: text({ label: label('asker'), max: 200 }),
    words: words('words'),
    asked_on: z.iso.date({ error: packMessage('dataRequest.invalidDay') }),
  }),
  response: z.object({ request: DataRequestView, message: z.string() }),
  errors: [],
});

export const dataRequestAnswer = endpoint({
  name: 'dataRequest.answer',
  cost: 2,
  method: 'POST',
  path: '/data-requests/:id/answer',
  access: { resource: 'data-requests', action: 'edit' },
  summary: 'Close a request, as done or as refused with the reason; who asked in the program is notified',
  params: z.object({ id: id(label('request')) }),
  body: z
    .object({
      state: z.enum(['done', 'refused'], { error: packMessage('settings.notAChoice') }),
      answer: optionalLongText({ label: label('answer'), max: MAX_WORDS }),
    })
    .refine(({ state, answer }) => state === 'done' || answer !== '', { error: packMessage('dataRequest.refusalNeedsReason'), path: ['answer'] }),
  response: z.object({ request: DataRequestView, message: z.string() }),
  errors: ['DATA_REQUEST_CLOSED'],
});

export const dataRequestReopen = endpoint({
  name: 'dataRequest.reopen',
  method: 'POST',
  path: '/data-requests/:id/reopen',
  access: { resource: 'data-requests', action: 'edit' },
  summary: 'Open an answered request again, with the due day that it had',
  params: z.object({ id: id(label('request')) }),
  response: z.object({ request: DataRequestView, message: z.string() }),
  errors: [],
});

export const dataRequestDays = endpoint({
  name: 'dataRequest.days',
  method: 'PUT',
  path: '/data-requests/days',
  access: { resource: 'data-requests', action: 'edit' },
  summary: 'Set the days in which a school answers requests; requests that were made before keep their due day',
  body: z.object({
    school_id: id(asMessage('dataRequest.field.school')),
    days: z.union([z.literal(REQUEST_DAYS[0]), z.literal(REQUEST_DAYS[1])], { error: packMessage('settings.notAChoice') }),
  }),
  response: z.object({ message: z.string() }),
  errors: [],
});
