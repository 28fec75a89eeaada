import { GradebookScreen } from '../features/class/gradebook/index.ts';
import { SyncedCells } from '../features/connections/sync/index.ts';

/** The Gradebook tab of a class, with the state of its grades in Google Classroom. */
export const GradebookPage = () => <GradebookScreen renderMarked={(course, draw) => <SyncedCells courseId={course.id}>{draw}</SyncedCells>} />;
