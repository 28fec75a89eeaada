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

/** All simulated Classroom methods. The others (rubrics, guardians, add-ons) do not exist. */
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
/** Methods with a verb come first: ":turnIn" is not part of an id. */
const byVerb = new Map(
  ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].map((verb) => [
    verb,
    compiled.filter(({ method }) => method.method === verb).sort((a, b) => Number(b.method.path.includes('}:')) - Number(a.method.path.includes('}:'))),
  ]),
);

/** Finds the method of a call, with the parts of its path. Null when there is none. */
export function findMethod(verb: string, path: string): { method: Method; params: Record<string, string> } | null {
  for (const { method, names, pattern } of byVerb.get(verb) ?? []) {
    const found = pattern.exec(path);
    if (found) return { method, params: Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1] ?? '')])) };
  }
  return null;
}

/** Decodes a part of a path. Invalid text is returned unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
