/** The content of the demo school: data only. All people and places are invented. */
export { classwork } from './classwork/index.ts';
export { assessments } from './assessments/index.ts';
export { type BankQuestion, type BankShelf, type DemoPerson, shelves } from './bank/index.ts';
export { type DemoLesson, type LessonAnswer, listLessons, type Speaker } from './lessons/index.ts';
export { type FigureKey, figures } from './figures.ts';
export { admin, type DemoName, extraTimes, students, teachers } from './people.ts';
export {
  ages,
  classes,
  clusters,
  type DemoClass,
  demoPassword,
  groups,
  levels,
  periods,
  protocols,
  school,
  SCHOOL_DAYS_BACK,
  standards,
  subjects,
} from './school.ts';
export type { ClassKey, DemoAnswer, DemoAssessment, DemoWork, DemoBlock, DemoQuestion, FigureNode } from './types.ts';
