import { parseMark } from '@classwright/rules/text/mark';
import { z } from 'zod';
import { asMessage } from '../messages/translate.ts';
import type { Access, Endpoint, Method } from './endpoint.ts';
import { flag as flagSchema, packMessage, pageQuery, Pagination } from './fields.ts';
import { dateSchema, referenceSchema, textSchema } from './list-schemas.ts';

/**
 * A dashboard: figures counted over rows, and the rows themselves. Its calls, their validation, the texts of its cards,
 * its filters, `docs/figures.md` and its tests all come from one declaration. The condition of each figure is on the
 * server, once: the number and the rows behind it use the same one.
 */

/** The choices of a filter: `GET /api/dashboard/lists/{list}`. */
export const DASHBOARD_LISTS = [
  'student',
  'teacher',
  'grade',
  'question-grade',
  'class',
  'school',
  'topic',
  'standard',
  'protocol',
  'subject',
  'group',
  'account',
] as const;
export type DashboardList = (typeof DASHBOARD_LISTS)[number];

/** The people who have a filter: all staff, people who see a whole school, or Admin. Students have none. */
export type FilterAudience = 'staff' | 'school' | 'admin';

export interface FilterOf<Kind extends string, Schema extends z.ZodType> {
  readonly kind: Kind;
  /** A catalogue key. */
  readonly label: string;
  readonly for: FilterAudience;
  readonly schema: Schema;
}
type IdSchema = z.ZodType<number | null>;
type TextSchema = z.ZodType<string | null>;
export type OneFilter = FilterOf<'one', IdSchema> & { readonly list: DashboardList };
export type DayFilter = FilterOf<'day', TextSchema> & { readonly notBefore?: string | undefined };
export type MarkFilter = FilterOf<'mark', z.ZodType<number | null>> & { readonly notBelow?: string | undefined };
export type ChoiceFilter = FilterOf<'choice', z.ZodType<number | null>> & { readonly choices: readonly { readonly value: number; readonly label: string }[] };
export type FlagFilter = FilterOf<'flag', z.ZodType<true | null>>;
export type DashboardFilter = OneFilter | FilterOf<'typed', TextSchema> | DayFilter | MarkFilter | ChoiceFilter | FlagFilter;

interface Said {
  label: string;
  for?: FilterAudience;
}

/** A filter for one row of a list, by its id. */
export const one = ({ label, list, for: audience = 'staff' }: Said & { list: DashboardList }): OneFilter => ({
  kind: 'one',
  label,
  for: audience,
  list,
  schema: referenceSchema({ label, isRequired: false }) as IdSchema,
});

/** A filter for a part of a name, every word of it in the folded name. It is never put in an address. */
export const typed = ({ label, for: audience = 'staff' }: Said): FilterOf<'typed', TextSchema> => ({
  kind: 'typed',
  label,
  for: audience,
  schema: z.union([
    z.literal(null),
    textSchema({ label, isRequired: false, max: 200, isOneLine: true }).transform((text) => (text === '' ? null : text)),
  ]) as unknown as TextSchema,
});

/** A filter for a day of the school's calendar. Both ends of a period are included. */
export const day = ({ label, notBefore, for: audience = 'staff' }: Said & { notBefore?: string }): DayFilter => ({
  kind: 'day',
  label,
  for: audience,
  notBefore,
  schema: dateSchema({ label, isRequired: false }) as TextSchema,
});

/** A filter for a mark in percent of the maximum points, as people write it: "75", "75%", "75,5". */
export const mark = ({ label, notBelow, for: audience = 'staff' }: Said & { notBelow?: string }): MarkFilter => ({
  kind: 'mark',
  label,
  for: audience,
  notBelow,
  schema: z.union([
    z.literal(['', null]).transform(() => null),
    z
      .union([z.string(), z.number()], { error: packMessage('dashboard.mark') })
      .transform(String)
      .refine((text) => parseMark(text) !== null, { error: packMessage('dashboard.mark') })
      .transform(parseMark),
  ]) as z.ZodType<number | null>,
});

/** A filter for one of a few choices. */
export const choice = ({ label, choices, for: audience = 'staff' }: Said & { choices: ChoiceFilter['choices'] }): ChoiceFilter => ({
  kind: 'choice',
  label,
  for: audience,
  choices,
  schema: z.union([
    z.literal(['', null]).transform(() => null),
    z
      .union([z.number(), z.string()], { error: packMessage('dashboard.choice', { label: asMessage(label) }) })
      .transform((sent) => String(sent).trim())
      .refine((text) => choices.some(({ value }) => String(value) === text), { error: packMessage('dashboard.choice', { label: asMessage(label) }) })
      .transform(Number),
  ]) as z.ZodType<number | null>,
});

/** A filter that includes more than usual when on. Off has no effect. */
export const flag = ({ label, for: audience = 'staff' }: Said): FlagFilter => ({
  kind: 'flag',
  label,
  for: audience,
  schema: z.union([z.literal(['', null]).transform(() => null), flagSchema(asMessage(label)).transform((isOn) => isOn || null)]) as z.ZodType<true | null>,
});

/** A color and a pattern over it. A figure has the same mark in every chart, and no other figure of a page has it. */
export type FigureMark = `${ChartLetter}${ChartLetter}`;
type ChartLetter = 'a' | 'b' | 'c' | 'd' | 'e' | 'f';

/** A figure and what it counts. */
export interface DashboardFigure {
  /**
   * `count`: rows. `sum`: a number of each row. `mean`: the quotient of two other figures of the dashboard, with one
   * decimal.
   */
  readonly kind: 'count' | 'sum' | 'mean';
  /** Catalogue keys: its card's title, and the sentence that explains what it counts. */
  readonly title: string;
  readonly says: string;
  /** The rows that it is counted over; for a mean those of `over[0]`. */
  readonly rows: string;
  readonly over?: readonly [string, string];
  /**
   * The figures whose sum this one is a share of. Between periods the share is compared, in points, in place of the
   * count.
   */
  readonly of?: readonly string[];
  /** The mark of the figure in charts. A figure that a chart draws has one. */
  readonly mark?: FigureMark;
  /** `staff` for figures of tasks that only staff have. Students do not see them; they are 0 there. */
  readonly for?: 'staff';
}

/** A column of rows and its display. `words`: a code with a text of its own, `dashboard.value.<code>`. */
export interface DashboardColumn {
  readonly kind: 'text' | 'day' | 'number' | 'words';
  readonly label: string;
  /** The codes of `words`. */
  readonly values?: readonly string[];
  /** `staff` for data about other people. It is null in students' own rows. */
  readonly for?: 'staff';
  /** `file` for what joins a file to other systems. Screens neither read nor show it. */
  readonly only?: 'file';
  /** True when its text may hold `$…$`, which rows and files have as people read it. */
  readonly hasFormulas?: true;
}

export interface DashboardRows {
  readonly columns: Readonly<Record<string, DashboardColumn>>;
  /** The column that rows are sorted by. */
  readonly sort: { readonly by: string; readonly direction: 'asc' | 'desc' };
  /** The address that a row opens, with `{}` for the row's `link`, a value that the server gives, or null. */
  readonly opens?: string;
}

export interface DashboardDeclaration {
  readonly name: string;
  readonly path: `/dashboard/${string}`;
  /** The screen that shows only this dashboard. */
  readonly route: string;
  readonly title: string;
  readonly about: string;
  /** The resource whose `view` is required. */
  readonly resource: string;
  /** True when figures are in the response itself, not in its `stats`. */
  readonly isFlat: boolean;
  readonly filters: Readonly<Record<string, DashboardFilter>>;
  readonly rows: Readonly<Record<string, DashboardRows>>;
  readonly figures: Readonly<Record<string, DashboardFigure>>;
  /** The filters for the first and last day. */
  readonly period?: readonly [string, string];
  /** The figures of the chart on the Summary, and the minimum upper end of its axis. */
  readonly chart: { readonly of: readonly string[]; readonly axisFrom: number };
  /** Figures that are parts of a whole: each row is in exactly one. `whole` is the figure that they sum to. */
  readonly parts?: readonly string[];
  readonly whole?: string;
  /** Further fields of the response. */
  readonly extra?: z.ZodRawShape;
  /** The path of the calls for filtered figures, if it is not `path`. */
  readonly filterPath?: `/dashboard/${string}`;
  /** The path for figures with every filter, when `path` is shared with a call that is `onlyWith` one of them. */
  readonly figuresPath?: `/dashboard/${string}`;
}

export interface DefinedDashboard<D extends DashboardDeclaration = DashboardDeclaration> {
  readonly declaration: D;
  readonly endpoints: DashboardEndpoints;
}
/** The calls of a dashboard. Those with `Typed` have typed names among their filters, which are sent in a body. */
export interface DashboardEndpoints {
  readonly get: Endpoint;
  /** The same call at a shared path. */
  readonly getAtPath: Endpoint | null;
  readonly filter: Endpoint;
  readonly rows: Endpoint;
  readonly rowsTyped: Endpoint | null;
  readonly export: Endpoint;
  readonly exportTyped: Endpoint | null;
}

/** The filter values of a call. Null: not set. */
export type FilterValues<D extends DashboardDeclaration = DashboardDeclaration> = {
  readonly [K in keyof D['filters']]: z.output<D['filters'][K]['schema']> | null;
};

const DASHBOARD_FORMATS = ['xlsx', 'csv'] as const;
/** The maximum number of rows: a spreadsheet cannot handle more. */
export const MAX_DASHBOARD_ROWS = 50_000;

type Values = Record<string, unknown>;
const isAsked = (value: unknown): boolean => value !== null && value !== undefined;

/** Requires that days and marks are in the right order. */
function refineOrder(filters: DashboardDeclaration['filters']) {
  return (values: Values, context: z.core.$RefinementCtx): void => {
    for (const [name, filter] of Object.entries(filters)) {
      const other = filter.kind === 'day' ? filter.notBefore : filter.kind === 'mark' ? filter.notBelow : undefined;
      if (other === undefined || !isAsked(values[name]) || !isAsked(values[other])) continue;
      if ((values[name] as string) < (values[other] as string))
        context.addIssue({ code: 'custom', path: [name], message: packMessage(filter.kind === 'day' ? 'list.endBeforeStart' : 'dashboard.marksReversed') });
    }
  };
}

/** Defines the calls of a dashboard. @throws when a declaration names something that it does not have */
export function defineDashboard<const D extends DashboardDeclaration>(declaration: D): DefinedDashboard<D> {
  check(declaration);
  return { declaration, endpoints: makeEndpoints(declaration) };
}

function check({ name, rows, figures, period, chart, filters, parts = [], whole }: DashboardDeclaration): void {
  const refuse = (what: string): never => {
    throw new Error(`the dashboard ${name} has no ${what}`);
  };
  for (const { rows: of, over = [] } of Object.values(figures)) {
    if (!(of in rows)) refuse(`rows ${of}`);
    for (const other of over) if (!(other in figures)) refuse(`figure ${other}`);
  }
  if (whole === undefined && parts.length > 0) refuse('figure that its parts sum to');
  for (const figure of [...chart.of, ...parts, ...(whole === undefined ? [] : [whole])]) if (!(figure in figures)) refuse(`figure ${figure}`);
  for (const figure of [...chart.of, ...parts]) if (figures[figure]?.mark === undefined) refuse(`mark of its figure ${figure}`);
  for (const filter of period ?? []) if (!(filter in filters)) refuse(`filter ${filter}`);
  for (const { sort, columns } of Object.values(rows)) if (!(sort.by in columns)) refuse(`column ${sort.by}`);
}

/** Returns the schema of a dashboard's figures in its response, each with its name in `docs/figures.md`. */
function figuresSchema({ name, figures }: DashboardDeclaration): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(figures).map(([key, { kind }]) => [
        key,
        (kind === 'mean' ? z.number().nullable() : z.number().int()).meta({ 'x-figure': `${name}.${key}` }),
      ]),
    ),
  );
}

function makeEndpoints(declaration: DashboardDeclaration): DashboardEndpoints {
  const { name, path, isFlat, filters, rows, figures, extra = {}, resource, figuresPath = path, filterPath = path } = declaration;
  const access: Access = { resource, action: 'view' };
  const inAddress = Object.fromEntries(Object.entries(filters).flatMap(([key, filter]) => (filter.kind === 'typed' ? [] : [[key, filter.schema.optional()]])));
  const inBody = Object.fromEntries(Object.entries(filters).map(([key, filter]) => [key, filter.schema.optional()]));
  const hasTyped = Object.values(filters).some(({ kind }) => kind === 'typed');
  const ordered = refineOrder(filters);
  const numbers = figuresSchema(declaration);
  const response = z.object({
    ...(isFlat ? numbers.shape : { stats: numbers }),
    /**
     * The figures of the previous period, up to the same day when this one has not ended. Null: no period was
     * requested. `is_even`: both have the same number of school days.
     */
    before: numbers.extend({ from: z.string(), to: z.string(), is_even: z.boolean() }).nullable(),
    ...extra,
  });
  const known = Object.keys(figures);
  const figure = z.enum(known as [string, ...string[]], { error: packMessage('dashboard.unknownFigure') });
  const isShown = ([, { only }]: [string, DashboardColumn]): boolean => only !== 'file';
  const columns = [
    ...new Set(
      Object.values(rows).flatMap((of) =>
        Object.entries(of.columns)
          .filter(isShown)
          .map(([column]) => column),
      ),
    ),
  ];
  const page = {
    ...pageQuery.shape,
    figure,
    sort: z.enum(['amount', ...columns], { error: packMessage('dashboard.unknownColumn') }).optional(),
    direction: z.enum(['asc', 'desc']).default('asc'),
  };
  const rowsResponse = z.object({
    figure: z.string(),
    /** The number on the card: the number of rows for a count, the sum of their `amount`s for a sum. */
    value: z.number(),
    rows: z.string(),
    data: z.array(z.looseObject({ id: z.number().int(), link: z.union([z.string(), z.number()]).nullable(), amount: z.number().nullable() })),
    pagination: Pagination,
  });
  const file = { figure, format: z.enum(DASHBOARD_FORMATS, { error: packMessage('dashboard.format') }) };
  const download = {
    response: z.object({}),
    download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ownTransaction: true,
    confirmed: true,
    cost: 20,
  } as const;
  const call = (verb: string, method: Method, at: `/${string}`, summary: string) => ({
    name: `dashboard.${name}.${verb}`,
    method,
    path: at,
    access,
    summary,
    errors: [] as const,
  });
  const read = { query: z.object(inAddress).superRefine(ordered), response, readOnly: true, cost: 4 } as const;
  return {
    get: { ...call('get', 'GET', figuresPath, `The figures of the dashboard "${name}"`), ...read },
    getAtPath:
      figuresPath === path ? null : { ...call('getAtPath', 'GET', path, `The figures of the dashboard "${name}", unless another call here is meant`), ...read },
    filter: {
      ...call('filter', 'POST', filterPath, `The figures of the dashboard "${name}", filtered; at least one filter has to say something`),
      body: z
        .object(inBody)
        .superRefine(ordered)
        .refine((values: Values) => Object.values(values).some(isAsked), { error: packMessage('dashboard.nothingAsked'), path: ['filter'] }),
      response,
      readOnly: true,
      cost: 4,
    },
    rows: {
      ...call('rows', 'GET', `${path}/rows`, `The rows behind a figure of the dashboard "${name}", asked with the same condition as the figure`),
      query: z.object({ ...inAddress, ...page }).superRefine(ordered),
      response: rowsResponse,
      readOnly: true,
      cost: 4,
    },
    rowsTyped: hasTyped
      ? {
          ...call('rowsTyped', 'POST', `${path}/rows`, `The rows behind a figure of the dashboard "${name}", with typed names in a body`),
          body: z.object({ ...inBody, ...page }).superRefine(ordered),
          response: rowsResponse,
          readOnly: true,
          cost: 4,
        }
      : null,
    export: {
      ...call(
        'export',
        'GET',
        `${path}/export`,
        `The rows behind a figure of the dashboard "${name}" as a spreadsheet or as CSV, ${MAX_DASHBOARD_ROWS} at most; kept in the audit trail`,
      ),
      query: z.object({ ...inAddress, ...file }).superRefine(ordered),
      ...download,
      acceptsHandOff: true,
      errors: ['HAND_OFF_REFUSED'],
    },
    exportTyped: hasTyped
      ? {
          ...call('exportTyped', 'POST', `${path}/export`, `The rows behind a figure of the dashboard "${name}" as a file, with typed names in a body`),
          body: z.object({ ...inBody, ...file }).superRefine(ordered),
          ...download,
        }
      : null,
  };
}

/** Returns the calls that a dashboard has. */
export const callsOf = ({ endpoints }: DefinedDashboard): Endpoint[] => Object.values(endpoints).filter((endpoint): endpoint is Endpoint => endpoint !== null);
