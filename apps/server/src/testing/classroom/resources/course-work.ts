import { invalid } from '../errors.ts';
import { type Context, requireText, textOf, wordOf } from '../method.ts';
import type { Course, DueDate, TimeOfDay, Work } from '../types.ts';
import type { World } from '../world.ts';
import { dueAtOf, parseNumbers, toPostView } from './post-parts.ts';
import { postMethods } from './posts.ts';

const workTypes = ['ASSIGNMENT', 'SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION'] as const;
const modes = ['MODIFIABLE_UNTIL_TURNED_IN', 'MODIFIABLE'] as const;
/** Works without a due day come after all others. */
const NEVER = Number.MAX_SAFE_INTEGER;

export const workMethods = postMethods<'works'>({
  kind: 'works',
  name: 'courseWork',
  listKey: 'courseWork',
  statesParameter: 'courseWorkStates',
  readers: ['coursework.me', 'coursework.me.readonly', 'coursework.students', 'coursework.students.readonly'],
  writers: ['coursework.students'],
  fields: [
    ...['courseId', 'id', 'title', 'description', 'materials', 'state', 'alternateLink', 'creationTime', 'updateTime', 'dueDate', 'dueTime', 'scheduledTime'],
    ...['maxPoints', 'workType', 'associatedWithDeveloper', 'assigneeMode', 'individualStudentsOptions', 'submissionModificationMode', 'creatorUserId'],
    ...['topicId', 'gradeCategory', 'assignment', 'multipleChoiceQuestion'],
  ],
  patchable: ['title', 'description', 'dueDate', 'dueTime', 'maxPoints', 'submissionModificationMode', 'topicId'],
  sortKeys: { updateTime: ({ updatedAt }) => updatedAt, dueDate: (work) => dueOf(work) ?? NEVER },
  toView,
  parse,
  hasAssignees: true,
});

/** Returns the due time. A work from Classroom's own screens may have a day without a time. */
export function dueOf({ dueDate, dueTime }: Work): number | null {
  return dueDate ? dueAtOf({ dueDate, dueTime: dueTime ?? { hours: 23, minutes: 59 } }) : null;
}

function toView({ actor }: Context, work: Work, isStaff: boolean): object {
  return {
    ...toPostView(work, isStaff),
    title: work.title,
    description: work.description,
    workType: work.workType,
    dueDate: work.dueDate,
    dueTime: work.dueTime,
    maxPoints: work.maxPoints,
    submissionModificationMode: work.submissionModificationMode,
    topicId: work.topicId,
    gradeCategory: work.gradeCategory,
    assignment: work.workType === 'ASSIGNMENT' && isStaff ? { studentWorkFolder: { id: `0A${work.id}` } } : undefined,
    multipleChoiceQuestion: work.choices ? { choices: work.choices } : undefined,
    associatedWithDeveloper: work.projectId === actor.projectId ? true : undefined,
  };
}

function parse(context: Context, course: Course, before: Work | null, has: (name: string) => boolean): Partial<Work> {
  const { body, world } = context;
  const said: { [Key in keyof Work]?: Work[Key] | undefined } = {};
  if (has('title')) said.title = requireText(body, 'title', 3000);
  if (has('description')) said.description = textOf(body, 'description', 30_000);
  if (has('maxPoints')) said.maxPoints = parsePoints(body.maxPoints);
  if (has('topicId')) said.topicId = parseTopic(world, course, textOf(body, 'topicId', 100));
  if (has('submissionModificationMode')) {
    const mode = wordOf(body, 'submissionModificationMode', modes);
    if (before && mode === undefined) throw invalid();
    said.submissionModificationMode = mode ?? 'MODIFIABLE_UNTIL_TURNED_IN';
  }
  Object.assign(said, parseDue(context, before, has), before ? {} : parseKind(body));
  return said as Partial<Work>;
}

/** Parses the kind, which cannot be changed later. */
function parseKind(body: Context['body']): Pick<Work, 'workType' | 'choices'> {
  const workType = wordOf(body, 'workType', workTypes);
  if (workType === undefined) throw invalid("Invalid value at 'work_type'");
  const { choices } = (body.multipleChoiceQuestion ?? {}) as { choices?: unknown };
  const isRight = Array.isArray(choices) && choices.length > 0 && choices.every((choice) => typeof choice === 'string' && choice !== '');
  if (workType === 'MULTIPLE_CHOICE_QUESTION' ? !isRight : body.multipleChoiceQuestion !== undefined) throw invalid('Invalid multiple choice question');
  return isRight ? { workType, choices: choices as string[] } : { workType };
}

/** Parses the due day and time, which come together and must be in the future when they are written. */
function parseDue({ body, world }: Context, before: Work | null, has: (name: string) => boolean): Partial<Pick<Work, 'dueDate' | 'dueTime'>> {
  if (!has('dueDate') && !has('dueTime')) return {};
  const dueDate = has('dueDate') ? parseNumbers<DueDate>(body, 'dueDate', ['year', 'month', 'day']) : before?.dueDate;
  const dueTime = has('dueTime') ? parseNumbers<TimeOfDay>(body, 'dueTime', ['hours', 'minutes', 'seconds', 'nanos']) : before?.dueTime;
  const at = dueAtOf({ dueDate, dueTime });
  if (at !== null && at <= world.now()) throw invalid('Due date must be in the future');
  return { dueDate, dueTime } as Partial<Pick<Work, 'dueDate' | 'dueTime'>>;
}

/** Parses points: an integer from 0. None or 0 means ungraded. */
function parsePoints(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Number.isInteger(value) || (value as number) < 0) throw invalid("Invalid value at 'max_points'");
  return value === 0 ? undefined : (value as number);
}

/** Parses a topic. @throws GoogleError when the course has no such topic */
export function parseTopic(world: World, course: Course, topicId: string | undefined): string | undefined {
  if (topicId !== undefined && topicId !== '' && !world.room(course.id).topics.get(topicId)) throw invalid("Invalid value at 'topic_id'");
  return topicId || undefined;
}
