import { STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/index';
import { createQuestion, rateQuestion, takeApprovalStep } from '../modules/bank/questions/index.ts';
import type { Tx } from '../platform/database/index.ts';
import type { BankAuthor, BankQuestion } from './content/index.ts';
import { type DemoLists, idOf } from './seed-lists.ts';
import type { DemoPeople } from './seed-people.ts';

interface Context {
  schoolId: number;
  people: DemoPeople;
  lists: DemoLists;
  bank: readonly BankQuestion[];
}

/**
 * Creates the questions outside the planned assessments: at every step of approval, with ratings, and drafts. Returns
 * their ids by title.
 */
export async function seedBank(tx: Tx, context: Context): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const question of context.bank) ids.set(question.title, await seedQuestion(tx, context, question));
  return ids;
}

const POINTS_WORDS = { 4: 'The whole idea', 2: 'A good part of the idea', 1: 'A first step', 0: 'Another idea stands in the way' } as const;

async function seedQuestion(
  tx: Tx,
  { schoolId, people, lists }: Context,
  { title, description, tags, subject, cluster, standard, ages, author, state, ratings, choices }: BankQuestion,
): Promise<number> {
  const { questionId } = await createQuestion(tx, {
    authorId: accountOf(people, author),
    schoolId: author === 'admin' ? null : schoolId,
    published_state: state === 'draft' ? 'DRAFT' : 'PUBLISHED',
    teacherStatus: author.startsWith('teacher') ? 1 : 0,
    title,
    description,
    tag: [...tags],
    topic_id: idOf(lists.clusters, cluster),
    standard_id: idOf(lists.standards, standard),
    question_subject_id: idOf(lists.subjects, subject),
    question_grade_id: idOf(lists.ages, ages),
    overall_grade: Math.max(...choices.map(({ points }) => points)),
    rubrics: choices.map(({ idea, points }) => ({ point: points, level: idea, description: POINTS_WORDS[points] })),
    responses: choices.map(({ title: choice, idea, points, reasoning }) => ({
      title: choice,
      match_label: idea,
      description: reasoning,
      is_valid: points === 4,
    })),
  });
  if (state !== 'draft') await approve(tx, people, questionId, author, state);
  for (const [person, rating] of Object.entries(ratings)) await rateQuestion(tx, questionId, accountOf(people, person as BankAuthor), rating);
  return questionId;
}

/**
 * Approves a question up to `state`: by two teachers other than the author, then by the Admin. A teacher's own question
 * begins at the first step.
 */
async function approve(tx: Tx, people: DemoPeople, questionId: number, author: BankAuthor, state: StatusLabel): Promise<void> {
  const [first, second] = (['teacher1', 'teacher2', 'teacher3'] as const).filter((teacher) => teacher !== author);
  const steps: [StatusLabel, BankAuthor | undefined][] = [
    ['Approved ?', author.startsWith('teacher') ? undefined : first],
    ['Send To Admin', second],
    ['Public', 'admin'],
  ];
  for (const [label, person] of steps)
    if (person && STATUS_LABELS.indexOf(label) <= STATUS_LABELS.indexOf(state)) await takeApprovalStep(tx, questionId, accountOf(people, person), label);
}

function accountOf({ adminId, teachers, students }: DemoPeople, person: BankAuthor): number {
  const number = Number(person.replace(/\D+/, ''));
  const id = person === 'admin' ? adminId : (person.startsWith('teacher') ? teachers : students)[number - 1];
  if (id === undefined) throw new Error(`the demo school has no ${person}`);
  return id;
}
