import { z } from 'zod';
import {
  colourSchema,
  dateSchema,
  flagSchema,
  numberSchema,
  referenceSchema,
  referencesSchema,
  type SchemaOptions,
  styleSchema,
  textSchema,
  timeSchema,
} from './list-schemas.ts';

export type FieldKind = 'text' | 'longText' | 'number' | 'flag' | 'date' | 'time' | 'colour' | 'style' | 'reference' | 'references' | 'fixed';

/** The target of a reference: the rows of a list, or people. */
export interface ListTarget {
  readonly table: string;
  /** The columns with a row's name. Several are shown next to each other. */
  readonly naming: readonly string[];
  /**
   * Columns with folded names, without case and accents, and an index for parts of words. A search uses them instead.
   */
  readonly keys?: readonly string[];
  /** True when archived rows cannot be chosen. */
  readonly archives: boolean;
  /** True when its rows belong to one school or to all: those of another school cannot be chosen. */
  readonly perSchool: boolean;
  /** The source of a form's choices: all rows of a list, or suggestions while somebody types. */
  readonly choices: { readonly by: 'rows' | 'suggestions'; readonly path: `/${string}` };
}

/** A table of pairs for a reference with several ids. Its rows are deleted with the row. */
export interface PairTable {
  readonly table: string;
  readonly own: string;
  readonly other: string;
}

/**
 * One field of a list: the values that calls may send and rows carry, and the data for a form. Only the functions of
 * this file create it.
 */
export interface ListField<
  Input extends z.ZodType = z.ZodType,
  View extends z.ZodType = z.ZodType,
  Shows extends z.ZodRawShape = z.ZodRawShape,
  Required extends boolean = boolean,
> {
  readonly kind: FieldKind;
  /** The catalogue key of the label above the field and in the table's head. */
  readonly label: string;
  /** The catalogue key of the hint below the label. */
  readonly hint?: string | undefined;
  /** True when it may be next to another field if there is room. */
  readonly half: boolean;
  readonly isRequired: Required;
  /** The default of a new row. Undefined for required fields. */
  readonly initial: string | number | boolean | null | readonly number[] | undefined;
  readonly max?: number | undefined;
  /** The initial value in a form for a new row, when calls must send one. */
  readonly begins?: boolean | undefined;
  /** The suggested values of a picker. Other values are accepted too. */
  readonly offers?: readonly string[] | undefined;
  /** True when `$…$` in it is drawn as a formula. */
  readonly formulas: boolean;
  readonly input: Input;
  /** The schema for existing rows, where an empty field may stay empty. */
  readonly emptyInput?: z.ZodType | undefined;
  readonly view: View;
  /** Further fields of rows: the names of the targets. */
  readonly shows: Shows;
  /**
   * The source of the value. Calls can only send it for `caller`; rows always have it. `actor`: the person who creates
   * the row.
   */
  readonly setBy: 'caller' | 'actor' | 'server';
  readonly reference?:
    | { readonly to: ListTarget; readonly as: string; readonly beside: Readonly<Record<string, string>>; readonly pairs?: PairTable }
    | undefined;
}

export type ListFields = Readonly<Record<string, ListField>>;

interface Common {
  label: string;
  /** The name in messages, when it differs from the label ("Active Status is required"). */
  asked?: string;
  /** A separate message for an empty field. */
  required?: string;
  hint?: string;
  half?: boolean;
}
interface Optional {
  optional?: boolean;
}
type IsRequired<O> = O extends { optional: true } ? false : true;
type Nothing = Record<never, never>;

const schemaOptions = ({ label, asked, required, optional = false }: Common & Optional): SchemaOptions => ({
  label: asked ?? label,
  required,
  isRequired: !optional,
});

function make<I extends z.ZodType, V extends z.ZodType, S extends z.ZodRawShape, R extends boolean>(
  options: Common & Optional,
  parts: { kind: FieldKind; input: I; view: V; shows: S; initial?: ListField['initial'] } & Partial<
    Pick<ListField, 'max' | 'begins' | 'offers' | 'formulas' | 'setBy' | 'reference' | 'emptyInput'>
  >,
): ListField<I, V, S, R> {
  const { label, hint, half = false, optional = false } = options;
  return { label, hint, half, formulas: false, setBy: 'caller', initial: undefined, ...parts, isRequired: !optional as R };
}

interface TextOptions extends Common, Optional {
  /** The maximum number of characters. The default is 200. */
  max?: number;
  tooLong?: string;
  formulas?: boolean;
  /**
   * True when it is required for a new row, but an existing row without it, such as the school of the first set-up, may
   * be saved unchanged.
   */
  mayStayEmpty?: boolean;
}

/** A field for one line of text. */
export function text<const O extends TextOptions>(options: O) {
  return lines<O>('text', { max: 200, ...options });
}

/** A field for several lines of text. */
export function longText<const O extends TextOptions>(options: O) {
  return lines<O>('longText', { max: 2000, ...options });
}

function lines<O>(kind: 'text' | 'longText', { max, tooLong, formulas = false, mayStayEmpty = false, ...options }: TextOptions & { max: number }) {
  const how = { ...schemaOptions(options), max, tooLong, isOneLine: kind === 'text' };
  const input = textSchema(how);
  return make<typeof input, z.ZodString, Nothing, IsRequired<O>>(options, {
    kind,
    input,
    ...(mayStayEmpty && { emptyInput: textSchema({ ...how, isRequired: false }) }),
    view: z.string(),
    shows: {},
    max,
    formulas,
    initial: options.optional ? '' : undefined,
  });
}

/** A field for an integer. */
export function number<const O extends Common & Optional & { min: number; max: number; initial?: number }>(options: O) {
  const input = numberSchema({ ...schemaOptions(options), min: options.min, max: options.max });
  return make<typeof input, z.ZodNullable<z.ZodNumber>, Nothing, IsRequired<O>>(options, {
    kind: 'number',
    input,
    view: z.number().nullable(),
    shows: {},
    max: options.max,
    initial: options.initial ?? (options.optional ? null : undefined),
  });
}

/** A field for yes or no. Without an `initial` calls must send it; `begins` is then the initial value of forms. */
export function flag<const O extends Common & { initial?: boolean; begins?: boolean }>(options: O) {
  const input = flagSchema(schemaOptions(options));
  const { initial, begins } = options;
  return make<typeof input, z.ZodBoolean, Nothing, O extends { initial: boolean } ? false : true>(
    { ...options, optional: initial !== undefined },
    { kind: 'flag', input, view: z.boolean(), shows: {}, initial, begins },
  );
}

/** A field for a calendar date, local to its schools. */
export function date<const O extends Common & Optional>(options: O) {
  const input = dateSchema(schemaOptions(options));
  return make<typeof input, z.ZodNullable<z.ZodString>, Nothing, IsRequired<O>>(options, {
    kind: 'date',
    input,
    view: z.string().nullable(),
    shows: {},
    initial: options.optional ? null : undefined,
  });
}

/** A field for a time of day: "HH:MM" on the wire, hh:mm AM/PM on screens. */
export function time<const O extends Common & Optional>(options: O) {
  const input = timeSchema(schemaOptions(options));
  return make<typeof input, z.ZodNullable<z.ZodString>, Nothing, IsRequired<O>>(options, {
    kind: 'time',
    input,
    view: z.string().nullable(),
    shows: {},
    initial: options.optional ? null : undefined,
  });
}

/** A field for a color: one of a picker's, another name, or #rrggbb. */
export function colour(options: Common & { offers: readonly string[] }) {
  const input = colourSchema(schemaOptions(options));
  return make<typeof input, z.ZodString, Nothing, true>(options, { kind: 'colour', input, view: z.string(), shows: {}, offers: options.offers });
}

/** A field for the pattern that a color is drawn with. */
export function style(options: Common & { offers: readonly string[] }) {
  const input = styleSchema(schemaOptions(options));
  return make<typeof input, z.ZodString, Nothing, true>(options, { kind: 'style', input, view: z.string(), shows: {}, offers: options.offers });
}

interface ReferenceOptions extends Common {
  to: ListTarget;
  /** The key of the target's name in rows. */
  as: string;
}
type Named<As extends string, V extends z.ZodType> = { readonly [K in As]: V };
type Beside<O> = O extends { beside: infer B } ? { readonly [K in keyof B]: z.ZodNullable<z.ZodString> } : Nothing;
type ReferenceShows<O extends ReferenceOptions> = Named<O['as'], z.ZodNullable<z.ZodString>> & Beside<O>;

/**
 * A field for one row of another list, or a person. `beside`: further columns of the target in rows, with their keys.
 */
export function reference<const O extends ReferenceOptions & Optional & { beside?: Readonly<Record<string, string>> }>(options: O) {
  const { to, as, beside = {} } = options;
  const input = referenceSchema(schemaOptions(options));
  const shows = Object.fromEntries([as, ...Object.keys(beside)].map((name) => [name, z.string().nullable()])) as unknown as ReferenceShows<O>;
  return make<typeof input, z.ZodNullable<z.ZodNumber>, ReferenceShows<O>, IsRequired<O>>(options, {
    kind: 'reference',
    input,
    view: z.number().int().nullable(),
    shows,
    reference: { to, as, beside },
    initial: options.optional ? null : undefined,
  });
}

const NamedRow = z.object({ id: z.number().int(), name: z.string() });

/** A field for several rows of another list. Rows carry their ids, and under `as` their names too. */
export function references<const O extends ReferenceOptions & Optional & { pairs: PairTable }>(options: O) {
  const { to, as, pairs } = options;
  const input = referencesSchema(schemaOptions(options));
  const shows = { [as]: z.array(NamedRow) } as Named<O['as'], z.ZodArray<typeof NamedRow>>;
  const view = z.array(z.number().int());
  return make<typeof input, typeof view, typeof shows, IsRequired<O>>(options, {
    kind: 'references',
    input,
    view,
    shows,
    reference: { to, as, beside: {}, pairs },
    initial: options.optional ? [] : undefined,
  });
}

/** A field for the person who created the row. The server sets it; rows carry the id, and the name under `as`. */
export function creator<const As extends string>({ label, to, as }: { label: string; to: ListTarget; as: As }) {
  const shows = { [as]: z.string().nullable() } as Named<As, z.ZodNullable<z.ZodString>>;
  const view = z.number().int().nullable();
  return make<z.ZodNever, typeof view, typeof shows, false>(
    { label, optional: true },
    { kind: 'reference', input: z.never(), view, shows, setBy: 'actor', reference: { to, as, beside: {} } },
  );
}

/** A field that only migrations set: rows carry it, calls cannot send it. */
export function fixed({ label }: { label: string }) {
  const view = z.string().nullable();
  return make<z.ZodNever, typeof view, Nothing, false>({ label, optional: true }, { kind: 'fixed', input: z.never(), view, shows: {}, setBy: 'server' });
}

/** A field with the id of the shared row that a school's copy replaces. The server sets it. */
export function replaced() {
  const view = z.number().int().nullable();
  return make<z.ZodNever, typeof view, Nothing, false>(
    { label: 'list.field.replaces', optional: true },
    { kind: 'number', input: z.never(), view, shows: {}, setBy: 'server' },
  );
}
