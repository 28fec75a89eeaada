import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, idOrZero } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

/** `by_hand`: people are only added and removed here. */
const PEOPLE_SOURCE_KINDS = ['by_hand', 'google_classroom', 'roster_file', 'oneroster_rest'] as const;

/** A possible source of a class's people. */
const PeopleSource = z.object({
  /** The id of the class's link. 0: by hand. */
  link_id: z.number().int(),
  kind: z.enum(PEOPLE_SOURCE_KINDS),
  /** The name of the source; '' by hand. */
  name: z.string(),
  /** True when it is the current source. */
  is_chosen: z.boolean(),
});
export type PeopleSource = z.infer<typeof PeopleSource>;

export const PeopleSourceView = z.object({
  sources: z.array(PeopleSource),
  /** True when the caller may choose another source. */
  can_change: z.boolean(),
  /** The last change, if it can be undone. Null: there is none. */
  last: z.object({ from: z.string(), to: z.string(), who: z.string(), at: z.string(), came: z.number().int(), went: z.number().int() }).nullable(),
});
export type PeopleSourceView = z.infer<typeof PeopleSourceView>;

const Person = z.object({ name: z.string(), role: z.enum(['TEACHER', 'STUDENT']) });

/** The effect of another source on the people of a class. */
export const PeopleExchangeView = z.object({
  /** True when the source has reported who is in the class. Otherwise nobody is added or removed until it does. */
  is_known: z.boolean(),
  come: z.array(Person),
  go: z.array(Person),
  stay: z.number().int(),
  /** The number of people on its list without an account here. */
  unknown: z.number().int(),
  /** True when so many would be removed that a person has to confirm. */
  asks: z.boolean(),
});
export type PeopleExchangeView = z.infer<typeof PeopleExchangeView>;

const params = z.object({ id: id(asMessage('peopleSource.field.class')) });
const linkId = idOrZero(asMessage('peopleSource.title'));
const edit = { resource: 'rosters', action: 'edit' } as const;

export const peopleSourceGet = endpoint({
  name: 'peopleSource.get',
  method: 'GET',
  path: '/courses/:id/people-source',
  access: 'signed-in',
  summary: 'The source of the list of a class’s people, and the other possible ones; for its staff',
  params,
  response: PeopleSourceView,
  errors: [],
  readOnly: true,
});

export const peopleSourcePreview = endpoint({
  name: 'peopleSource.preview',
  method: 'GET',
  path: '/courses/:id/people-source/preview',
  access: edit,
  summary: 'People who would join or leave a class if another source kept the list of its people',
  params,
  query: z.object({ link_id: linkId }),
  response: PeopleExchangeView,
  errors: [],
  readOnly: true,
});

export const peopleSourceChange = endpoint({
  name: 'peopleSource.change',
  cost: 10,
  method: 'POST',
  path: '/courses/:id/people-source',
  access: edit,
  confirmed: true,
  summary: 'Have another source keep the list of a class’s people: who is on its list comes, students who are not go, teachers stay',
  params,
  body: z.object({ link_id: linkId, confirm_many_ends: flag(asMessage('rosters.field.confirmEnds')).default(false) }),
  response: z.object({ message: z.string() }),
  errors: ['PEOPLE_SOURCE_SAME', 'ROSTER_ENDS_MANY', 'CLASS_ARCHIVED'],
});

export const peopleSourceUndo = endpoint({
  name: 'peopleSource.undo',
  cost: 10,
  method: 'POST',
  path: '/courses/:id/people-source/undo',
  access: edit,
  confirmed: true,
  summary: 'Undo the last change of the source of a class’s people: people who left are members again, people who joined leave',
  params,
  body: z.object({}),
  response: z.object({ message: z.string() }),
  errors: ['ROSTER_NOTHING_TO_UNDO', 'CLASS_ARCHIVED'],
});
