import { denied } from '../errors.ts';
import { type Context, type Method, param } from '../method.ts';
import { scope } from '../scopes.ts';
import type { User } from '../types.ts';

const emailScope = scope('classroom.profile.emails');
const photoScope = scope('classroom.profile.photos');

/**
 * Returns the fields of a person that others see. The address needs a separate scope, and a school may hide it anyway.
 */
export function toProfileView({ actor, scopes }: Pick<Context, 'actor' | 'scopes'>, user: User): object {
  const { id, givenName, familyName, email } = user;
  const isOwn = user === actor.user;
  return {
    id,
    name: { givenName, familyName: familyName || undefined, fullName: `${givenName} ${familyName}`.trim() },
    emailAddress: scopes.has(emailScope) && (isOwn || !user.isEmailHidden) ? email : undefined,
    photoUrl: scopes.has(photoScope) && user.hasPhoto ? '//lh3.googleusercontent.com/a/default-user=s75-c' : undefined,
    permissions: user.isTeacher && (isOwn || actor.user.isAdmin) ? [{ permission: 'CREATE_COURSE' }] : undefined,
  };
}

export const rosterReaders = ['rosters', 'rosters.readonly', 'profile.emails', 'profile.photos'];

export const profileMethods: readonly Method[] = [{ id: 'userProfiles.get', method: 'GET', path: 'v1/userProfiles/{userId}', scopes: rosterReaders, run: get }];

/**
 * Returns people of the caller's domain, of the caller's courses, and those who invited the caller or were invited by
 * them. All others: 403.
 */
function get(context: Context): object {
  const { world, actor } = context;
  const user = world.findUser(param(context, 'userId'), actor.user);
  if (!user || !isKnownTo(context, user)) throw denied();
  return toProfileView(context, user);
}

function isKnownTo({ world, actor: { user: caller } }: Context, user: User): boolean {
  if (user === caller || (user.domain !== null && user.domain === caller.domain)) return true;
  const isIn = (courseId: string, who: User) => world.isTeacherOf(who, courseId) || world.isStudentOf(who, courseId);
  for (const { courseId, userId } of world.invitations.values()) if (userId === user.id && world.isTeacherOf(caller, courseId)) return true;
  for (const { id } of world.courses.values()) if (isIn(id, caller) && isIn(id, user)) return true;
  return false;
}
