import { ClassworkScreen, type RenderWork, StudentWorkScreen } from '../features/class/classwork/index.ts';
import { WorkDialog } from '../features/class/submissions/index.ts';
import { ClassTools, SyncedWorks, WorkNotice } from '../features/connections/sync/index.ts';

/** Shows the open work. */
const renderWork: RenderWork = (open) => <WorkDialog key={open.workId} {...open} notice={<WorkNotice courseId={open.courseId} workId={open.workId} />} />;

/** The Classwork tab of a class, with the students' submissions and its sync. */
export const ClassworkPage = () => (
  <ClassworkScreen
    renderWork={renderWork}
    renderTools={(course) => <ClassTools course={course} scope="class_work" />}
    renderMarked={(course, draw) => (
      <SyncedWorks courseId={course.id} isStaff={course.standing === 'staff'}>
        {draw}
      </SyncedWorks>
    )}
  />
);

/** Shows a student's own work of all classes. */
export const StudentWorkPage = () => <StudentWorkScreen renderWork={renderWork} />;
