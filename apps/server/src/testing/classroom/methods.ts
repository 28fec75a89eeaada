import type { Method } from './method.ts';
import { aliasMethods } from './resources/aliases.ts';
import { announcementMethods } from './resources/announcements.ts';
import { workMethods } from './resources/course-work.ts';
import { courseMethods } from './resources/courses.ts';
import { invitationMethods } from './resources/invitations.ts';
import { materialMethods } from './resources/materials.ts';
import { memberMethods } from './resources/members.ts';
import { profileMethods } from './resources/profiles.ts';
import { registrationMethods } from './resources/registrations.ts';
import { submissionMethods } from './resources/submissions.ts';
import { topicMethods } from './resources/topics.ts';

/** Every method of Classroom that is simulated; the others (rubrics, guardians, add-ons) are not there. */
export const methods: readonly Method[] = [
  ...courseMethods,
  ...aliasMethods,
  ...memberMethods,
  ...invitationMethods,
  ...topicMethods,
  ...workMethods,
  ...materialMethods,
  ...announcementMethods,
  ...submissionMethods,
  ...profileMethods,
  ...registrationMethods,
];

const compiled = methods.map((method) => {
  const names: string[] = [];
  const pattern = method.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    return '([^/]+?)';
  });
  return { method, names, pattern: new RegExp(`^/${pattern}$`) };
});
/** Those with a verb first: ":turnIn" is no part of an id. */
const byVerb = new Map(
  ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((verb) => [
    verb,
    compiled.filter(({ method }) => method.method === verb).sort((a, b) => Number(b.method.path.includes('}:')) - Number(a.method.path.includes('}:'))),
  ]),
);

/** The method of a call, and the parts of its path; null where there is none. */
export function findMethod(verb: string, path: string): { method: Method; params: Record<string, string> } | null {
  for (const { method, names, pattern } of byVerb.get(verb) ?? []) {
    const found = pattern.exec(path);
    if (found) return { method, params: Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1] ?? '')])) };
  }
  return null;
}

/** A part of a path; what is no such text stays as it is. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
