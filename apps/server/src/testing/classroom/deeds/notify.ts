import type { World } from '../world.ts';

interface Change {
  collection: 'courses.students' | 'courses.teachers' | 'courses.courseWork' | 'courses.courseWork.studentSubmissions';
  eventType: 'CREATED' | 'MODIFIED' | 'DELETED';
  resourceId: { courseId: string } & Record<string, string>;
}

/** Tells those who are registered. Says what changed, never how: readers look for themselves. */
export function notify(world: World, change: Change): void {
  const isRoster = change.collection === 'courses.students' || change.collection === 'courses.teachers';
  const { courseId } = change.resourceId;
  const now = world.now();
  for (const { id, feedType, courseId: ofCourse, domain, topicName, expiresAt } of world.registrations.values()) {
    const isMeant = feedType === 'DOMAIN_ROSTER_CHANGES' ? domain === world.courses.get(courseId)?.domain : ofCourse === courseId;
    if (now < expiresAt && isMeant && isRoster === (feedType !== 'COURSE_WORK_CHANGES')) world.pubsub.publish(topicName, change, { registrationId: id });
  }
}
