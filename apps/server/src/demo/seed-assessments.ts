import { createAssessment } from '../modules/class/assessments/index.ts';
import { createQuestion } from '../modules/bank/questions/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { archiveAssessment } from './backdate-queries.ts';
import { assessments, type ClassKey, type DemoAssessment, type DemoQuestion, type FigureKey, figures, school } from './content/index.ts';
import { p } from './content/rich-text.ts';
import { placeFigures } from './place-figures.ts';
import { findSchoolDay } from './queries.ts';
import type { SeededClass } from './seed-classes.ts';
import { type DemoLists, idOf } from './seed-lists.ts';

interface Context {
  schoolId: number;
  lists: DemoLists;
  classes: ReadonlyMap<ClassKey, SeededClass>;
  figureIds: Readonly<Record<FigureKey, number>>;
}

const POINTS_WORDS = { 4: 'The whole idea', 2: 'A part of the idea', 1: 'A first step', 0: 'Another idea stands in the way' } as const;

/**
 * Creates the eight assessments with their questions. The first is created last, so that lists show it first. Returns
 * their ids. Those with a first version have that one in the archive.
 */
export async function seedAssessments(tx: Tx, context: Context): Promise<number[]> {
  const ids: number[] = [];
  for (const assessment of assessments.toReversed()) {
    const questionIds = [await seedQuestion(tx, context, assessment, assessment.first), await seedQuestion(tx, context, assessment, assessment.transfer)];
    if (assessment.firstVersion !== undefined)
      await archiveAssessment(tx, await seedAssessment(tx, context, { ...assessment, title: assessment.firstVersion }, questionIds));
    ids.push(await seedAssessment(tx, context, assessment, questionIds));
  }
  return ids;
}

async function seedAssessment(tx: Tx, context: Context, assessment: DemoAssessment, questionIds: number[]): Promise<number> {
  const { schoolId, lists, classes } = context;
  const course = classes.get(assessment.classKey) as SeededClass;
  return createAssessment(tx, {
    owner: { accountId: course.ownerId, schoolId },
    class_id: course.id,
    title: assessment.title,
    description: { type: 'doc', content: [p(assessment.about)] },
    questionIds,
    level_id: idOf(lists.levels, course.level),
    protocol_id: idOf(lists.protocols, 'Peer instruction'),
    group_id: idOf(lists.groups, 'Whole class'),
    schedule_date: await findSchoolDay(tx, school.time_zone, assessment.schoolDay),
    period_id: idOf(lists.periods, assessment.period),
    topic_id: idOf(course.topics, assessment.topic),
    subject_id: idOf(lists.subjects, assessment.subject),
    grade_id: idOf(lists.ages, assessment.ages),
    standard_id: idOf(lists.standards, assessment.standard),
    max_point: highestPoints(assessment.first) + highestPoints(assessment.transfer),
    overall_grade: highestPoints(assessment.first) + highestPoints(assessment.transfer),
  });
}

const highestPoints = ({ responses }: DemoQuestion): number => Math.max(...responses.map(({ points }) => points));

/**
 * Creates a public question. Its rubric has one row for each idea, so that a response's points follow from its match
 * label.
 */
async function seedQuestion(tx: Tx, { schoolId, lists, classes, figureIds }: Context, assessment: DemoAssessment, question: DemoQuestion): Promise<number> {
  const { questionId } = await createQuestion(tx, {
    authorId: (classes.get(assessment.classKey) as SeededClass).ownerId,
    schoolId,
    status: 1,
    teacherStatus: 2,
    published_state: 'PUBLISHED',
    title: question.title,
    description: placeFigures(question.description, figureIds),
    tag: question.tags,
    topic_id: idOf(lists.clusters, assessment.cluster),
    standard_id: idOf(lists.standards, assessment.standard),
    question_subject_id: idOf(lists.subjects, assessment.subject),
    question_grade_id: idOf(lists.ages, assessment.ages),
    overall_grade: highestPoints(question),
    rubrics: question.responses.map(({ points, idea }) => ({ point: points, level: idea, description: POINTS_WORDS[points] })),
    responses: question.responses.map(({ title, idea, reasoning, isValid, points }) => ({
      title,
      match_label: idea,
      description: { type: 'doc', content: reasoning },
      is_valid: isValid ?? false,
      sub_grade: points,
    })),
    attachments: (question.attachments ?? []).map((key) => ({ name: figures[key].file, file_id: figureIds[key] })),
  });
  return questionId;
}
