import { PeopleScreen } from '../features/invitations/index.ts';
import { ClassTools } from '../features/sync/index.ts';

/** The People tab of a class, with the sync of its invitations. */
export const PeoplePage = () => <PeopleScreen renderTools={(course) => <ClassTools course={course} scope="invitations" />} />;
