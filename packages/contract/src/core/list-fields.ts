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

/** What a reference can point at: the rows of a list, or people. */
export interface ListTarget {
  readonly table: string;
  /** The columns that name a row; several stand beside each other. */
  readonly naming: readonly string[];
  /** Columns in which names stand folded, without case and accents, with an index for parts of words: a search looks into them instead. */
  readonly keys?: readonly string[];
  /** Archived rows cannot be chosen. */
  readonly archives: boolean;
  /** Where a form finds what can be chosen: all rows of a list, or suggestions while somebody types. */
  readonly choices: { readonly by: 'rows' | 'suggestions'; readonly path: `/${string}` };
}

/** Where a reference keeps several ids: a table of pairs that goes with the row. */
export interface PairTable {
  readonly table: string;
  readonly own: string;
  readonly other: string;
}

/**
 * One field of a list: what calls may send, what rows carry, and what a form needs to know. Made by the functions of
 * this file only.
 */
export interface ListField<
  Input extends z.ZodType = z.ZodType,
  View extends z.ZodType = z.ZodType,
  Shows extends z.ZodRawShape = z.ZodRawShape,
  Required extends boolean = boolean,
> {
  readonly kind: FieldKind;
  /** Above the field and in the table's head; a catalogue key. */
  readonly label: string;
  /** Below the label; a catalogue key. */
  readonly hint?: string | undefined;
  /** Stands beside another one where there is room. */
  readonly half: boolean;
  readonly isRequired: Required;
  /** What a new row has when nothing is said; undefined for required fields. */
  readonly initial: string | number | boolean | null | readonly number[] | undefined;
  readonly max?: number | undefined;
  /** What a form of a new row begins with, where calls must say it. */
  readonly begins?: boolean | undefined;
  /** What a picker offers; other values are accepted too. */
  readonly offers?: readonly string[] | undefined;
  /** `$…$` in it is drawn as a formula. */
  readonly formulas: boolean;
  readonly input: Input;
  /** The same where it may be empty: what a row that exists has left empty may stay so. */
  readonly emptyInput?: z.ZodType | undefined;
  readonly view: View;
  /** What rows carry beside the value: names of what it points at. */
  readonly shows: Shows;
  /** Set by the server alone: rows carry it, calls cannot send it. `actor`: whoever creates the row. */
  readonly setBy: 'caller' | 'actor' | 'server';
  readonly reference?:
    | { readonly to: ListTarget; readonly as: string; readonly beside: Readonly<Record<string, string>>; readonly pairs?: PairTable }
    | undefined;
}

export type ListFields = Readonly<Record<string, ListField>>;

interface Common {
  label: string;
  /** What messages call it, where that differs from the label ("Active Status is required"). */
  asked?: string;
  /** A message of its own for an empty field. */
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
  /** Characters; 200 unless said. */
  max?: number;
  tooLong?: string;
  formulas?: boolean;
  /** Required of a new row; one that exists without it, such as the school of the first set-up, may be saved as it is. */
  mayStayEmpty?: boolean;
}

/** One line of text. */
export function text<const O extends TextOptions>(options: O) {
  return lines<O>('text', { max: 200, ...options });
}

/** Several lines of text. */
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

/** A whole number. */
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

/** Yes or no. Without an `initial` calls must say it; `begins`: what forms then begin with. */
export function flag<const O extends Common & { initial?: boolean; begins?: boolean }>(options: O) {
  const input = flagSchema(schemaOptions(options));
  const { initial, begins } = options;
  return make<typeof input, z.ZodBoolean, Nothing, O extends { initial: boolean } ? false : true>(
    { ...options, optional: initial !== undefined },
    { kind: 'flag', input, view: z.boolean(), shows: {}, initial, begins },
  );
}

/** A calendar date, local to its schools. */
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

/** A time of day; "HH:MM" on the wire, hh:mm AM/PM on screens. */
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

/** A colour: one of those a picker offers, another name, or #rrggbb. */
export function colour(options: Common & { offers: readonly string[] }) {
  const input = colourSchema(schemaOptions(options));
  return make<typeof input, z.ZodString, Nothing, true>(options, { kind: 'colour', input, view: z.string(), shows: {}, offers: options.offers });
}

/** The pattern that a colour is drawn with. */
export function style(options: Common & { offers: readonly string[] }) {
  const input = styleSchema(schemaOptions(options));
  return make<typeof input, z.ZodString, Nothing, true>(options, { kind: 'style', input, view: z.string(), shows: {}, offers: options.offers });
}

interface ReferenceOptions extends Common {
  to: ListTarget;
  /** Under which name rows carry the name of what is pointed at. */
  as: string;
}
type Named<As extends string, V extends z.ZodType> = { readonly [K in As]: V };
type Beside<O> = O extends { beside: infer B } ? { readonly [K in keyof B]: z.ZodNullable<z.ZodString> } : Nothing;
type ReferenceShows<O extends ReferenceOptions> = Named<O['as'], z.ZodNullable<z.ZodString>> & Beside<O>;

/** One row of another list, or a person. `beside`: further columns of it that rows carry, by the name they have there. */
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

/** Several rows of another list. Rows carry their ids, and under `as` their names too. */
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

/** Whoever created the row. Set by the server; rows carry the id, and the name under `as`. */
export function creator<const As extends string>({ label, to, as }: { label: string; to: ListTarget; as: As }) {
  const shows = { [as]: z.string().nullable() } as Named<As, z.ZodNullable<z.ZodString>>;
  const view = z.number().int().nullable();
  return make<z.ZodNever, typeof view, typeof shows, false>(
    { label, optional: true },
    { kind: 'reference', input: z.never(), view, shows, setBy: 'actor', reference: { to, as, beside: {} } },
  );
}

/** A column that only migrations set: rows carry it, calls cannot send it. */
export function fixed({ label }: { label: string }) {
  const view = z.string().nullable();
  return make<z.ZodNever, typeof view, Nothing, false>({ label, optional: true }, { kind: 'fixed', input: z.never(), view, shows: {}, setBy: 'server' });
}
