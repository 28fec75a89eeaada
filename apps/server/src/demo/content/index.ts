/** The content of the demo school, which is data in the files of this folder. All people and places are invented. */
import { readJson } from './read.ts';
import { toBlock, type WrittenBlock } from './rich-text.ts';
import type { ClassKey, DemoAssessment, DemoClasswork, DemoQuestion, DemoSchool } from './types.ts';

export { listLessons } from './lessons/index.ts';
export type { DemoLesson, LessonAnswer, Speaker } from './lessons/types.ts';
export { readBank, readPeople } from './read.ts';
export type {
  BankAuthor,
  BankQuestion,
  ClassKey,
  DemoAnswer,
  DemoAssessment,
  DemoBlock,
  DemoClass,
  DemoPerson,
  DemoQuestion,
  DemoWork,
  FigureKey,
  FigureNode,
} from './types.ts';

/** The password of all sign-ins of the demo school. */
export const demoPassword = 'classwright-demo';

export const {
  school,
  schoolDaysBack: SCHOOL_DAYS_BACK,
  levels,
  subjects,
  ages,
  clusters,
  standards,
  protocols,
  groups,
  periods,
  classes,
  lastYear,
  handouts,
  extraTimes,
  guardians,
  faces,
  storeItems,
  figures,
} = readJson<DemoSchool>('school.json');

/** The ideas that teachers of the demo school have named, each with the match levels of the responses that stand for it. */
export const ideas = readJson<{ name: string; sentence: string; subject: string; standard?: string; levels: string[] }[]>('ideas.json');

/** `T` with blocks as the files write them. */
type Written<T> = T extends (infer Item)[]
  ? Written<Item>[]
  : T extends object
    ? { [Field in keyof T]: Field extends BlockField ? WrittenBlock[] : Written<T[Field]> }
    : T;
type BlockField = 'description' | 'reasoning' | 'instructions';

const toQuestion = ({ description, responses, ...question }: Written<DemoQuestion>): DemoQuestion =>
  ({
    ...question,
    description: description.map(toBlock),
    responses: responses.map(({ reasoning, ...response }) => ({ ...response, reasoning: reasoning.map(toBlock) })),
  }) as DemoQuestion;

/** The eight lessons that teachers of the demo school have planned, each a question and its transfer. */
export const assessments: readonly DemoAssessment[] = readJson<Written<DemoAssessment>[]>('assessments.json').map((assessment) => ({
  ...assessment,
  first: toQuestion(assessment.first),
  transfer: toQuestion(assessment.transfer),
}));

/** The classwork of the six classes over eight weeks. */
export const classwork: readonly DemoClasswork[] = classes.map(({ key }) => {
  const { works, ...rest } = readJson<Written<Omit<DemoClasswork, 'classKey'>>>(`classwork/${key}.json`);
  return {
    ...rest,
    classKey: key satisfies ClassKey,
    works: works.map(({ instructions, ...work }) => ({ ...work, instructions: instructions.map(toBlock) }) as DemoClasswork['works'][number]),
  };
});
