import { z } from 'zod';
import { type Access, endpoint } from '../../core/endpoint.ts';
import { packMessage } from '../../core/fields.ts';

/**
 * Suggestions for fields and filters while a person types: the best matches first, a small number; an empty query gives
 * the first ones by name. Callers wait 500 ms after the last key and abort the call that a newer one replaces.
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

/** Suggests teachers of the caller's school, or of all schools if the caller spans the installation. */
export const suggestTeachers = suggest('teachers', people, Person);
export const suggestStudents = suggest('students', people, Person);
/** Suggests the caller's own school. */
export const suggestSchools = suggest('schools', people, Named.extend({ school_name: z.string() }));
/** Suggests everyone who has an account. */
export const suggestAccounts = suggest('accounts', { resource: 'account-suggestions', action: 'view' }, Person);
/** Suggests classes that the caller teaches or attends; all for Admin. */
export const suggestClasses = suggest('classes', 'signed-in', Named.extend({ section: z.string(), local: z.object({ id: z.number().int() }) }));
/** Suggests topics of those classes. */
export const suggestTopics = suggest('topics', 'signed-in', Named.extend({ class_id: z.number().int(), class_name: z.string() }));
/** Suggests works of the caller's active classes by title: all for staff, for students the posted ones that are theirs. */
export const suggestWorks = suggest(
  'works',
  { resource: 'classwork', action: 'view' },
  Named.extend({
    class_id: z.number().int(),
    class_name: z.string(),
    /** The assessment whose lesson the work is, or null. */
    assessment_id: z.number().int().nullable(),
    /** True when the caller is staff of its class. */
    is_staff: z.boolean(),
  }),
);
export const suggestSubjects = suggest('subjects', 'signed-in', Named);
export const suggestGrades = suggest('grades', 'signed-in', Named);
export const suggestStandards = suggest('standards', 'signed-in', Named);
export const suggestProtocols = suggest('protocols', 'signed-in', Named);
export const suggestGroups = suggest('groups', 'signed-in', Named);
