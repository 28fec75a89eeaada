import { screen, within } from '@testing-library/react';
import { openScreen } from '../../../../testing/open-screen.tsx';
import { type Reply, scriptFetch, type SeenCall, success } from '../../../../testing/scripted-fetch.ts';
import { courseOf } from '../../classes/testing/course.ts';
import type { BookAnswer } from '../book.ts';
import { GradebookScreen } from '../GradebookScreen.tsx';
import { answerOf } from './answer.ts';

const STAFF = ['grade-settings:view', 'grade-settings:edit', 'submissions:view', 'submissions:edit'];

interface Opened {
  answer?: BookAnswer;
  answers?: Parameters<typeof scriptFetch>[0];
  address?: string;
  width?: number;
}

interface SentCell {
  courseWorkId: number;
  account_id: number;
  to: number | 'EX' | null;
  was: unknown;
}
interface SentBody {
  changes: { course_work_id: number[]; account_id: number[]; to: SentCell['to'][]; from: unknown[] };
}
export const cellsOf = (call: SeenCall | undefined): SentCell[] => {
  const { changes } = (call?.body ?? { changes: { course_work_id: [], account_id: [], to: [], from: [] } }) as SentBody;
  return changes.course_work_id.map((courseWorkId, at) => ({ courseWorkId, account_id: changes.account_id[at]!, to: changes.to[at]!, was: changes.from[at] }));
};

/** The server's description of a saved cell. */
export const savedOf = ({ courseWorkId, account_id, to }: Omit<SentCell, 'was'>, more: object = {}) => ({
  ...{ submissionId: courseWorkId * 1000 + account_id, account_id, courseWorkId },
  draftGrade: to === 'EX' ? null : to,
  assignedGrade: null,
  excused: to === 'EX',
  ...{ state: 'CREATED', late: false, revision: 1 },
  ...more,
});

/** Replies that every cell is saved, as act 5. */
export const saveAll = (call: SeenCall): Reply =>
  success({
    act_id: 5,
    act_ids: [5],
    count: cellsOf(call).length,
    saved: cellsOf(call).map((cell) => savedOf(cell)),
    refused: [],
    refused_count: 0,
    message: 'saved',
  });

/** Opens the gradebook of class 3 with the given server answers. Returns the list of calls it sees. */
export function openGradebook({ answer = answerOf(), answers = {}, address = '/class-gradebook/3', width = 1280 }: Opened = {}): SeenCall[] {
  const seen = scriptFetch({
    'GET /courses/3': success({ course: courseOf() }),
    'GET /dashboard/grade-book': success(answer),
    'POST /grade-submissions/bulk': saveAll,
    ...answers,
  });
  openScreen(GradebookScreen, { address, path: '/class-gradebook/$id', rights: STAFF, width });
  return seen;
}

/** Finds a student's cell by the text in the column's header. */
export async function findCell(student: RegExp, column: RegExp): Promise<HTMLElement> {
  const grid = await screen.findByRole('grid');
  const header = within(grid)
    .getAllByRole('columnheader')
    .find(({ textContent }) => column.test(textContent ?? ''));
  const place = header?.dataset['column'];
  const row = within(grid)
    .getAllByRole('row')
    .find((one) => student.test(one.querySelector('[role="rowheader"]')?.textContent ?? ''));
  const cell = row?.querySelector<HTMLElement>(`[data-column="${place}"]`);
  if (!cell) throw new Error(`no cell of ${student} under ${column}`);
  return cell;
}
