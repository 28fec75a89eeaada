import { z } from 'zod';
import { type Access, endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';

/**
 * What fields and filters offer while somebody types. The best matches first, never many; an empty query gives the
 * first ones by name. Callers wait 500 ms after the last key and abort the call that a newer one replaces.
 */
const MAX_SUGGESTIONS = 50;
const limitMessage = { error: packMessage('suggest.limit', { max: MAX_SUGGESTIONS }) };
const Query = z.object({
  query: z.string().max(200).default(''),
  limit: z.coerce.number(limitMessage).int(limitMessage).min(1, limitMessage).max(MAX_SUGGESTIONS, limitMessage).default(20),
});
const Named = z.object({ id: z.number().int(), name: z.string() });
const Person = Named.extend({ first_name: z.string(), last_name: z.string(), email: z.string() });

const suggest = <const W extends string, T extends z.ZodType>(what: W, access: Access, item: T) =>
  endpoint({
    name: `suggest.${what}`,
    method: 'GET',
    path: `/suggest/${what}`,
    access,
    summary: `Suggests ${what} for a text`,
    query: Query,
    response: z.object({ data: z.array(item) }),
    errors: [],
    readOnly: true,
  });

const people = { resource: 'people-suggestions', action: 'view' } as const;

/** Of the own school, unless the caller spans the installation. */
export const suggestTeachers = suggest('teachers', people, Person);
export const suggestStudents = suggest('students', people, Person);
/** The own one. */
export const suggestSchools = suggest('schools', people, Named.extend({ school_name: z.string() }));
/** Everybody who has an account. */
export const suggestAccounts = suggest('accounts', { resource: 'account-suggestions', action: 'view' }, Person);
/** Those that the caller teaches or attends; all for Admin. */
export const suggestClasses = suggest('classes', 'signed-in', Named.extend({ section: z.string(), local: z.object({ id: z.number().int() }) }));
/** Topics of those classes. */
export const suggestTopics = suggest('topics', 'signed-in', Named.extend({ class_id: z.number().int(), class_name: z.string() }));
export const suggestSubjects = suggest('subjects', 'signed-in', Named);
export const suggestGrades = suggest('grades', 'signed-in', Named);
export const suggestStandards = suggest('standards', 'signed-in', Named);
export const suggestProtocols = suggest('protocols', 'signed-in', Named);
export const suggestGroups = suggest('groups', 'signed-in', Named);
