import { GradebookScreen } from '../features/gradebook/index.ts';
import { SyncedCells } from '../features/sync/index.ts';

/** The Gradebook tab of a class, with what Google Classroom has of its grades. */
export const GradebookPage = () => <GradebookScreen renderMarked={(course, draw) => <SyncedCells courseId={course.id}>{draw}</SyncedCells>} />;
