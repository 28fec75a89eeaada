import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { ManyIds } from '../../core/list-endpoints.ts';
import { asMessage } from '../../messages/translate.ts';
import { Id, inSchool, run, solved, view } from './fields.ts';

/**
 * `matched`; `proposed`: probably someone here, for a person to confirm; `unknown`: nobody here; `only_here`: in a
 * linked class and not there; `ignored`.
 */
const SYNC_PERSON_STATES = ['matched', 'proposed', 'unknown', 'only_here', 'ignored'] as const;

const SyncPersonView = z.object({
  /** The account's id for people only here, otherwise the link's. */
  id: Id,
  state: z.enum(SYNC_PERSON_STATES),
  /** The name at Google, or null for people only here. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  account_id: Id.nullable(),
  account_name: z.string().nullable(),
  account_email: z.string().nullable(),
  /** The person's classes there (or here, for people only here). */
  classes: z.array(z.string()),
  role: z.enum(['TEACHER', 'STUDENT']).nullable(),
  /** The reason for the proposal, or why the person is left out, in words. */
  note: z.string().nullable(),
});

export type SyncPersonView = z.infer<typeof SyncPersonView>;

export const syncPeople = endpoint({
  name: 'sync.people',
  method: 'GET',
  path: '/sync/people',
  access: view,
  summary: 'People of Google Classroom next to those here: of one’s own classes, and of the school for people who administer the sync',
  query: pageQuery.extend({
    course_id: id(asMessage('sync.class')).optional(),
    state: z.enum(SYNC_PERSON_STATES).optional(),
    search: z.string().max(200).optional(),
    ...inSchool,
  }),
  response: z.object({
    data: z.array(SyncPersonView),
    pagination: Pagination,
    counts: z.object({ matched: Id, proposed: Id, unknown: Id, only_here: Id, ignored: Id }),
    /** True when the caller may create accounts for unknown people. */
    can_create: z.boolean(),
  }),
  errors: [],
  readOnly: true,
  cost: 2,
});

export const syncPersonMatch = endpoint({
  name: 'sync.person.match',
  cost: 2,
  method: 'POST',
  path: '/sync/people/:id',
  access: run,
  summary: 'Say who somebody of Google Classroom is here: an account, a new account, or nobody',
  params: z.object({ id: id(asMessage('sync.person')) }),
  body: z
    .object({
      account_id: id(asMessage('sync.account')).optional(),
      create: flag(asMessage('sync.person.create')).optional(),
      ignore: flag(asMessage('sync.person.ignore')).optional(),
    })
    .refine((given) => [given.account_id !== undefined, given.create === true, given.ignore === true].filter(Boolean).length === 1, {
      error: packMessage('sync.person.choose'),
    }),
  response: z.object({ person: SyncPersonView, message: z.string() }),
  errors: ['NOT_ALLOWED', 'SYNC_PERSON_TAKEN', 'SYNC_PERSON_MATCHED', 'SYNC_ADDRESS_TAKEN', 'SYNC_PERSON_WITHOUT_ADDRESS'],
});

/** `accept`: the proposed account; `create`: a new account; `ignore`: nobody here; `forget`: undoes the choice. */
const SYNC_PEOPLE_CHOICES = ['accept', 'create', 'ignore', 'forget'] as const;

export type SyncPeopleChoice = (typeof SYNC_PEOPLE_CHOICES)[number];

export const syncPeopleMatch = endpoint({
  name: 'sync.people.match',
  cost: 5,
  method: 'POST',
  path: '/sync/people',
  access: run,
  summary: 'Links several people with their accounts at Google at once, or undoes that',
  body: ManyIds.extend({ choice: z.enum(SYNC_PEOPLE_CHOICES, { error: packMessage('sync.people.choice') }), ...inSchool }),
  response: solved,
  errors: ['NOT_ALLOWED', 'SYNC_PERSON_TAKEN'],
});
