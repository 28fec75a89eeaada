import { z } from 'zod';
import { DASHBOARD_LISTS, type DashboardList } from '../../core/dashboard.ts';
import { endpoint, type Endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const MAX_CHOICES = 50;
const limit = { error: packMessage('suggest.limit', { max: MAX_CHOICES }) };
const access = { resource: 'dashboard', action: 'view' } as const;
/** For staff: students have no filters. */
const ofOthers = { resource: 'dashboards', action: 'view-classes' } as const;
const Named = z.object({ id: z.number().int(), name: z.string() });
const Words = z.object({ name: z.string(), label: z.string() });

/** What dashboards there are for the caller, with which filters, and what each of their figures counts, in words. */
export const dashboardDefinitions = endpoint({
  name: 'dashboard.definitions',
  method: 'GET',
  path: '/dashboard/definitions',
  access,
  summary: 'The dashboards that the caller may see: filters they may use, figures with what they count, columns of the rows behind them',
  response: z.object({
    /** Figures are of the caller alone: a student's. */
    is_own: z.boolean(),
    /** Sees a whole school, or all. */
    sees_school: z.boolean(),
    /** The caller's day, and periods to choose from, of their school. */
    today: z.string(),
    periods: z.array(z.object({ id: z.number().int(), name: z.string(), from: z.string(), to: z.string() })),
    data: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        about: z.string(),
        path: z.string(),
        /** Where figures are read, and where they are asked for with a body. */
        figures_path: z.string(),
        filter_path: z.string(),
        route: z.string(),
        /** Figures stand in the answer itself, not in its `stats`. */
        is_flat: z.boolean(),
        filters: z.array(
          Words.extend({
            kind: z.enum(['one', 'typed', 'day', 'mark', 'choice', 'flag']),
            list: z.enum(DASHBOARD_LISTS).nullable(),
            choices: z.array(z.object({ value: z.number().int(), label: z.string() })).nullable(),
          }),
        ),
        figures: z.array(
          Words.extend({
            says: z.string(),
            kind: z.enum(['count', 'sum', 'mean']),
            rows: z.string(),
            /** The two figures that a mean is the quotient of; the rows are those of the first. */
            over: z.tuple([z.string(), z.string()]).nullable(),
            /** The figures whose sum it is a share of. Between periods the share is compared, in points; null: the count is. */
            of: z.array(z.string()).nullable(),
          }),
        ),
        rows: z.array(
          z.object({
            name: z.string(),
            columns: z.array(Words.extend({ kind: z.enum(['text', 'day', 'number', 'words']) })),
            sort: z.object({ by: z.string(), direction: z.enum(['asc', 'desc']) }),
            /** Where a row leads: the address with `{}` for its `link`. */
            opens: z.string().nullable(),
          }),
        ),
        /** The figures of the chart, and the least upper end of its axis. */
        chart: z.object({ of: z.array(z.string()), axis_from: z.number().int() }),
        /** Figures that are parts of a whole; none: there are no such. */
        parts: z.array(z.string()),
        /** The figure that the parts sum to. */
        whole: z.string().nullable(),
        /** The filters that say from which day to which. */
        period: z.tuple([z.string(), z.string()]).nullable(),
      }),
    ),
    /** What codes in columns of the kind `words` say. */
    words: z.record(z.string(), z.string()),
  }),
  errors: [],
  readOnly: true,
});

const list = (name: DashboardList): Endpoint =>
  endpoint({
    name: `dashboard.list.${name}`,
    method: 'GET',
    path: `/dashboard/lists/${name}`,
    access: ofOthers,
    summary: `What the filter "${name}" of the dashboards offers for a text, of what the caller reaches`,
    query: z.object({
      query: z.string().max(200).default(''),
      /** This one alone, for its name. */
      id: id(asMessage('list.many.row')).optional(),
      limit: z.coerce.number(limit).int(limit).min(1, limit).max(MAX_CHOICES, limit).default(20),
      /** Students who have left a class or the school too; other lists are the same with it. */
      left: flag(asMessage('dashboard.filter.left')).default(false),
    }),
    response: z.object({ data: z.array(Named) }),
    errors: [],
    readOnly: true,
    cost: 2,
  });

/** By the list's name; for staff alone. */
export const dashboardLists = Object.fromEntries(DASHBOARD_LISTS.map((name) => [name, list(name)])) as Readonly<Record<DashboardList, Endpoint>>;
