import { childWeekChoose, guardianRulesGet, guardianRulesUpdate, type MessageKey, type NotificationKind, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { forEachOf, type JobKind, scheduledJob } from '../../../platform/jobs/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { listMadeProducts } from '../../lesson/work-products/index.ts';
import { listPreferences, type Notifier, savePreferences } from '../../school/notifications/index.ts';
import { loadDueWork } from '../home/index.ts';
import { findOpenSchool } from '../notice/index.ts';
import { type ChildRow, listChildren } from './queries.ts';
import { listDueGuardians, listWeek, lockDueGuardian, offersWeek, saveRules } from './week-queries.ts';

const KIND: NotificationKind = 'children-week';
const PEOPLE_AT_ONCE = 100;
/** The titles that one list of the report names. */
const MOST_TITLES = 5;
const MOST_PRODUCTS = 20;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Says whether the weekly report is offered to a guardian, and whether they chose it. */
export async function loadWeekChoice(db: Db, { accountId, schoolId }: Actor): Promise<{ is_offered: boolean; is_chosen: boolean }> {
  const chosen = await listPreferences(db, accountId);
  return { is_offered: await offersWeek(db, schoolId), is_chosen: (chosen.get(KIND) ?? 'never') !== 'never' };
}

/** Implements offering the weekly report to the guardians of a school, and choosing it. */
export function implementWeek({ t }: { t: Translate<MessageKey> }): Implementation[] {
  const requireSchool = async (db: Db, actor: Actor, id: number) => {
    const school = isWithin(actor.reach, id) ? await findOpenSchool(db, id) : null;
    if (!school) throw appError('NOT_FOUND');
    return school;
  };
  return [
    implement(guardianRulesGet, async ({ tx, actor, input }) => {
      const school = await requireSchool(tx, actor, input.id);
      return { is_weekly: await offersWeek(tx, school.id) };
    }),
    implement(guardianRulesUpdate, async ({ tx, actor, input, requestId }) => {
      const school = await requireSchool(tx, actor, input.id);
      const before = await offersWeek(tx, school.id);
      if (before !== input.is_weekly) {
        await saveRules(tx, school.id, input.is_weekly);
        const change = { before: { weekly: before }, after: { weekly: input.is_weekly } };
        await audit(tx, actor, { action: guardianRulesUpdate.name, subjectType: 'school', subjectId: school.id, ...change, requestId });
      }
      return { is_weekly: input.is_weekly, message: t(input.is_weekly ? 'guardianRules.offered' : 'guardianRules.notOffered', { school: school.name }) };
    }),
    implement(childWeekChoose, async ({ tx, actor, input: { is_chosen } }) => {
      if (is_chosen && !(await offersWeek(tx, actor.schoolId))) throw appError('NOT_FOUND');
      await savePreferences(tx, actor.accountId, new Map([[KIND, is_chosen ? 'now' : 'never']]));
      return { ...(await loadWeekChoice(tx, actor)), message: t(is_chosen ? 'children.weekChosen' : 'children.weekEnded') };
    }),
  ];
}

/**
 * Notifies guardians who chose it, each Friday, of what each child handed in, what came back, what is overdue, and what is due
 * in the next week: by title, and without grades, since an email is read by more people than a page. It is sent once for each
 * child and week. A child of whom there is nothing to report is left out. Ties are those of that moment.
 */
export function weekJob({ db, t, notifier }: { db: Db; t: Translate<MessageKey>; notifier: Notifier }): JobKind<never> {
  const tell = async (tx: Tx, guardianId: number, friday: string): Promise<void> => {
    const now = (await appNow(tx)).getTime();
    for (const child of await listChildren(tx, guardianId)) {
      const params = await describeWeek(tx, t, child, now);
      if (params)
        await notifier.notify(tx, {
          kind: KIND,
          key: `${KIND}:${friday}:${child.id}`,
          accountIds: [guardianId],
          params,
          path: `/my-children?child=${child.id}`,
        });
    }
  };
  return scheduledJob(
    'guardians.week',
    15,
    (_scheduled, { standBack }) =>
      forEachOf(
        (after) => listDueGuardians(db, KIND, after, PEOPLE_AT_ONCE),
        ({ account_id }) => account_id,
        async ({ account_id }) => {
          await standBack();
          await inTransaction(db, async (tx) => {
            const due = await lockDueGuardian(tx, KIND, account_id);
            if (due) await tell(tx, account_id, due.friday);
          });
        },
      ),
    'heavy',
  ) as JobKind<never>;
}

async function describeWeek(tx: Tx, t: Translate<MessageKey>, { id, first_name }: ChildRow, now: number) {
  const [week, products, { due, due_total }] = await Promise.all([listWeek(tx, id), listMadeProducts(tx, id, MOST_PRODUCTS), loadDueWork(tx, id)]);
  const lessons = products.filter(({ made_at }) => made_at.getTime() > now - WEEK_MS).map(({ title }) => title);
  const done = [...lessons, ...week.filter(({ is_back }) => !is_back).map(({ title }) => title)];
  const back = week.filter(({ is_back }) => is_back).map(({ title }) => title);
  const overdue = due.filter(({ when }) => when === 'overdue').map(({ title }) => title);
  const soon = due.filter(({ when }) => when !== 'overdue').map(({ title }) => title);
  if (done.length + back.length + due_total === 0) return null;
  const list = (titles: readonly string[]): string => {
    const more = titles.length - MOST_TITLES;
    const shown = titles.slice(0, MOST_TITLES).join(', ');
    return titles.length === 0 ? t('children.week.nothing') : more > 0 ? t('children.week.more', { titles: shown, count: more }) : shown;
  };
  return { title: first_name, done: list(done), back: list(back), overdue: list(overdue), soon: list(soon) };
}
