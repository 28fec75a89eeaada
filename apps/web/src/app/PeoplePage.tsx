import { PeopleScreen, invalidatePeople } from '../features/class/invitations/index.ts';
import { PeopleSource } from '../features/connections/rosters/index.ts';
import { ClassTools } from '../features/connections/sync/index.ts';

/**
 * The People tab of a class, with the sync of its invitations and, for its staff, the source that maintains the list.
 */
export const PeoplePage = () => (
  <PeopleScreen
    renderTools={(course) => (
      <>
        <ClassTools course={course} scope="invitations" />
        {course.standing === 'staff' && <PeopleSource courseId={course.id} onChanged={() => invalidatePeople(course.id)} />}
      </>
    )}
  />
);
