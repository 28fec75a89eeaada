import { ClassworkScreen, type RenderWork, StudentWorkScreen } from '../features/classwork/index.ts';
import { WorkDialog } from '../features/submissions/index.ts';

/** The work that is open. */
const renderWork: RenderWork = (open) => <WorkDialog key={open.workId} {...open} />;

/** The Classwork tab of a class, with what students handed in. */
export const ClassworkPage = () => <ClassworkScreen renderWork={renderWork} />;

/** A student's own work of all classes. */
export const StudentWorkPage = () => <StudentWorkScreen renderWork={renderWork} />;
