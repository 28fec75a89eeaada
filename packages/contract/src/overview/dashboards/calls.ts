import { z } from 'zod';
import { DASHBOARD_LISTS, type DashboardList } from '../../core/dashboard.ts';
import { endpoint, type Endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';

const MAX_CHOICES = 50;
const limit = { error: packMessage('suggest.limit', { max: MAX_CHOICES }) };
const access = { resource: 'dashboard', action: 'view' } as const;
/** The right to filter, for staff: students have no filters. */
const ofOthers = { resource: 'dashboards', action: 'view-classes' } as const;
const Named = z.object({ id: z.number().int(), name: z.string() });
const Words = z.object({ name: z.string(), label: z.string() });

/** The dashboards of the caller, with their filters and an explanation of each figure. */
export const dashboardDefinitions = endpoint({
  name: 'dashboard.definitions',
  method: 'GET',
  path: '/dashboard/definitions',
  access,
  summary: 'The dashboards that the caller may see: filters they may use, figures with what they count, columns of the rows behind them',
  response: z.object({
    /** True when figures are only about the caller, who is a student. */
    is_own: z.boolean(),
    /** True when the caller sees a whole school, or all. */
    sees_school: z.boolean(),
    /** The caller's current day, and periods to choose from, of their school. */
    today: z.string(),
    periods: z.array(z.object({ id: z.number().int(), name: z.string(), from: z.string(), to: z.string() })),
    data: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        about: z.string(),
        path: z.string(),
        /** The paths for reading figures, and for requesting them with a body. */
        figures_path: z.string(),
        filter_path: z.string(),
        route: z.string(),
        /** True when figures are in the response itself, not in its `stats`. */
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
            /** The two figures whose quotient a mean is. The rows are those of the first. */
            over: z.tuple([z.string(), z.string()]).nullable(),
            /**
             * The figures whose sum it is a share of. Between periods the share is compared, in points; null: the count
             * is compared.
             */
            of: z.array(z.string()).nullable(),
            /** Its color and its pattern in charts. Null: no chart draws it. */
            mark: z.string().nullable(),
          }),
        ),
        rows: z.array(
          z.object({
            name: z.string(),
            columns: z.array(Words.extend({ kind: z.enum(['text', 'day', 'number', 'words']) })),
            sort: z.object({ by: z.string(), direction: z.enum(['asc', 'desc']) }),
            /** The address that a row opens, with `{}` for its `link`. */
            opens: z.string().nullable(),
          }),
        ),
        /** The figures of the chart, and the minimum upper end of its axis. */
        chart: z.object({ of: z.array(z.string()), axis_from: z.number().int() }),
        /** Figures that are parts of a whole. Empty when there are none. */
        parts: z.array(z.string()),
        /** The figure that the parts sum to. */
        whole: z.string().nullable(),
        /** The filters for the first and last day. */
        period: z.tuple([z.string(), z.string()]).nullable(),
      }),
    ),
    /** The texts of codes in columns of the kind `words`. */
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
    summary: `The choices of the filter "${name}" of the dashboards for a text, within the caller’s reach`,
    query: z.object({
      query: z.string().max(200).default(''),
      /** Finds only this row, for its name. */
      id: id(asMessage('list.many.row')).optional(),
      limit: z.coerce.number(limit).int(limit).min(1, limit).max(MAX_CHOICES, limit).default(20),
      /** True to include students who have left a class or the school. It has no effect on other lists. */
      left: flag(asMessage('dashboard.filter.left')).default(false),
    }),
    response: z.object({ data: z.array(Named) }),
    errors: [],
    readOnly: true,
    cost: 2,
  });

/** The lists by name; for staff only. */
export const dashboardLists = Object.fromEntries(DASHBOARD_LISTS.map((name) => [name, list(name)])) as Readonly<Record<DashboardList, Endpoint>>;
