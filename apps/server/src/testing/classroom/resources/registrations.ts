import { denied, invalid, notFound } from '../errors.ts';
import { canTeach, type Context, findCourse, type Method, param, wordOf } from '../method.ts';
import { scope } from '../scopes.ts';
import { feedTypes, type Registration } from '../types.ts';
import { toTime } from '../world.ts';

const REGISTRATION_LIFE_MS = 7 * 24 * 3_600_000;

export const registrationMethods: readonly Method[] = [
  {
    id: 'registrations.create',
    method: 'POST',
    path: 'v1/registrations',
    body: ['registrationId', 'feed', 'expiryTime', 'cloudPubsubTopic'],
    scopes: ['push-notifications'],
    run: create,
  },
  { id: 'registrations.delete', method: 'DELETE', path: 'v1/registrations/{registrationId}', scopes: ['push-notifications'], run: remove },
];

/** The scopes for reading the changes that a feed reports; any one is enough. */
const readersOf = { COURSE_WORK_CHANGES: ['coursework.students', 'coursework.students.readonly'], rosters: ['rosters', 'rosters.readonly'] };

/** Creates a registration. The same feed to the same topic again is the same registration, for another week. */
function create(context: Context): object {
  const { world, actor, body, scopes } = context;
  const feed = (body.feed ?? {}) as Record<string, { courseId?: string } | undefined>;
  const feedType = wordOf(feed, 'feedType', feedTypes);
  const topicName = (body.cloudPubsubTopic as { topicName?: unknown } | undefined)?.topicName;
  if (feedType === undefined || typeof topicName !== 'string' || !/^projects\/[^/]+\/topics\/[^/]+$/.test(topicName)) throw invalid();
  const needed = feedType === 'COURSE_WORK_CHANGES' ? readersOf.COURSE_WORK_CHANGES : readersOf.rosters;
  if (!needed.some((name) => scopes.has(scope(`classroom.${name}`)))) throw denied();
  if (!world.pubsub.hasTopic(topicName)) throw notFound();
  const courseId = feedType === 'DOMAIN_ROSTER_CHANGES' ? null : courseOfFeed(context, (feed.courseWorkChangesInfo ?? feed.courseRosterChangesInfo)?.courseId);
  if (courseId === null && !actor.user.isAdmin) throw denied();
  const wanted = { userId: actor.user.id, projectId: actor.projectId, feedType, courseId, domain: actor.user.domain, topicName };
  const same = [...world.registrations.values()].find((one) => Object.entries(wanted).every(([name, value]) => one[name as keyof Registration] === value));
  const registration = { ...wanted, id: same?.id ?? `reg-${world.chance.word(16)}`, expiresAt: world.now() + REGISTRATION_LIFE_MS };
  world.registrations.set(registration.id, registration);
  return { registrationId: registration.id, feed, cloudPubsubTopic: { topicName }, expiryTime: toTime(registration.expiresAt) };
}

function courseOfFeed({ world, actor }: Context, courseId: string | undefined): string {
  if (courseId === undefined) throw invalid();
  const course = findCourse(world, actor, courseId);
  if (!course || !canTeach(world, actor.user, course)) throw notFound();
  return course.id;
}

function remove(context: Context): object {
  const { world, actor } = context;
  const registration = world.registrations.get(param(context, 'registrationId'));
  if (!registration || registration.projectId !== actor.projectId) throw notFound();
  world.registrations.delete(registration.id);
  return {};
}
