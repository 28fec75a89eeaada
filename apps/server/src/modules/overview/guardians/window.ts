import { childGet, childGradeBook, childList, childReadings } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { isGuardianOf } from '../../../platform/guardians-queries.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { toRichTextView } from '../../bank/questions/index.ts';
import { listAnnouncementsFor } from '../../class/announcements/index.ts';
import { loadStudentGradeBook } from '../../class/gradebook/index.ts';
import { listMadeProducts } from '../../lesson/work-products/index.ts';
import { loadDueWork } from '../home/index.ts';
import { loadReadingsOf } from '../readings/index.ts';
import { loadPointsOf } from '../../school/rewards/index.ts';
import type { GuardiansDependencies } from './dependencies.ts';
import { listChildren } from './queries.ts';
import { loadWeekChoice } from './week.ts';

const MOST_ANNOUNCEMENTS = 20;
const MOST_PRODUCTS = 20;
const MOST_POINT_LINES = 20;

/** Refuses a child to whom this person is not tied now. @throws NOT_FOUND */
async function requireChild(db: Db, { accountId }: Actor, childId: number): Promise<void> {
  if (!(await isGuardianOf(db, accountId, childId))) throw appError('NOT_FOUND');
}

/** Implements a guardian's window: what their children see themselves, for reading. */
export function implementWindow({ t, fileLinks }: Pick<GuardiansDependencies, 't' | 'fileLinks'>): Implementation[] {
  return [
    implement(childList, async ({ tx, actor }) => ({
      week: await loadWeekChoice(tx, actor),
      children: (await listChildren(tx, actor.accountId)).map(({ id, school_id: _school, ...child }) => ({ ...child, account_id: id })),
    })),
    implement(childGet, async ({ tx, actor, input: { id } }) => {
      await requireChild(tx, actor, id);
      const [work, announcements, products, points, now] = await Promise.all([
        loadDueWork(tx, id),
        listAnnouncementsFor(tx, id, MOST_ANNOUNCEMENTS),
        listMadeProducts(tx, id, MOST_PRODUCTS),
        loadPointsOf(tx, t, id, MOST_POINT_LINES),
        appNow(tx),
      ]);
      const urlOf = fileLinks.at(now);
      return {
        account_id: id,
        ...work,
        announcements: announcements.map(({ posted_at, text, ...one }) => ({ ...one, posted_at: posted_at.toISOString(), text: toRichTextView(text, urlOf) })),
        work_products: products.map(({ made_at, file_id, ...one }) => ({ ...one, made_at: made_at.toISOString(), url: urlOf(file_id) })),
        points,
      };
    }),
    implement(childGradeBook, async ({ tx, actor, input, charge }) => {
      await requireChild(tx, actor, input.id);
      const { gradebook } = await loadStudentGradeBook(tx, input.id, input.class, charge);
      return { account_id: input.id, gradebook };
    }),
    implement(childReadings, async ({ tx, actor, input: { id, ...page } }) => {
      await requireChild(tx, actor, id);
      return { account_id: id, ...(await loadReadingsOf(tx, id, page)) };
    }),
  ];
}
