import type { World } from '../world.ts';

interface Change {
  collection: 'courses.students' | 'courses.teachers' | 'courses.courseWork' | 'courses.courseWork.studentSubmissions';
  eventType: 'CREATED' | 'MODIFIED' | 'DELETED';
  resourceId: { courseId: string } & Record<string, string>;
}

/**
 * Notifies registered people who still see the course as its teachers do. The message only contains what changed, not
 * the new value: readers ask for it.
 */
export function notify(world: World, change: Change): void {
  const isRoster = change.collection === 'courses.students' || change.collection === 'courses.teachers';
  const { courseId } = change.resourceId;
  const course = world.courses.get(courseId);
  const now = world.now();
  for (const { id, userId, feedType, courseId: ofCourse, domain, topicName, expiresAt } of world.registrations.values()) {
    const isMeant = feedType === 'DOMAIN_ROSTER_CHANGES' ? domain === course?.domain : ofCourse === courseId;
    const user = world.users.get(userId);
    const isSeen = user && course && (world.isAdminOf(user, course) || world.isTeacherOf(user, courseId));
    if (now < expiresAt && isSeen && isMeant && isRoster === (feedType !== 'COURSE_WORK_CHANGES'))
      world.pubsub.publish(topicName, change, { registrationId: id });
  }
}
