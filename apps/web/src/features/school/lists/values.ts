import { unpackMessage } from '@classwright/contract/core/fields';
import type { ListField } from '@classwright/contract/core/list-fields';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import type { Choice } from '../../../ui/form/index.ts';
import type { Row } from './list-calls.ts';
import { messageOf } from './message-of.ts';

/** A form field's value: text, yes or no (null: not set), or the selected options. */
export type FieldValue = string | boolean | null | readonly Choice[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Lists the fields that a form shows: those that a person sets. */
export function fieldsOf({ fields }: ReferenceList): [string, ListField][] {
  return Object.entries(fields).filter(([, { setBy }]) => setBy === 'caller');
}

function chosen(value: unknown, names: unknown): readonly Choice[] {
  if (Array.isArray(names)) return names as Choice[];
  return typeof value === 'number' ? [{ id: value, name: typeof names === 'string' ? names : String(value) }] : [];
}

function toFormValue({ kind, reference, initial, begins }: ListField, name: string, row: Row | null): FieldValue {
  const value = row ? row[name] : (initial ?? begins);
  if (reference) return row ? chosen(value, row[reference.as]) : [];
  if (kind === 'flag') return typeof value === 'boolean' ? value : null;
  if (kind === 'time') return typeof value === 'string' ? value.slice(0, 5) : '';
  return value === null || value === undefined ? '' : String(value);
}

/** Returns the form values of a row, or the initial ones. */
export function toFormValues(list: ReferenceList, row: Row | null): FormValues {
  return Object.fromEntries(fieldsOf(list).map(([name, field]) => [name, toFormValue(field, name, row)]));
}

/** Returns the initial values of the next new row: what was selected for the last one, and nothing that was typed. */
export function toNextValues(list: ReferenceList, values: FormValues): FormValues {
  const first = toFormValues(list, null);
  return Object.fromEntries(fieldsOf(list).map(([name, { kind }]) => [name, (CHOSEN.has(kind) ? values[name] : first[name]) ?? null]));
}
const CHOSEN: ReadonlySet<ListField['kind']> = new Set(['flag', 'reference', 'references', 'colour', 'style']);

/** Returns the form's values as calls send them. */
export function toBody(list: ReferenceList, values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(list).map(([name, { kind, isRequired }]) => {
      const value = values[name] ?? null;
      if (kind === 'references') return [name, (value as readonly Choice[]).map(({ id }) => id)];
      if (kind === 'reference') return [name, (value as readonly Choice[])[0]?.id ?? null];
      const isText = kind === 'text' || kind === 'longText';
      return [name, value === '' && !isText && !isRequired ? null : value];
    }),
  );
}

const comparable = (value: FieldValue | undefined): string =>
  Array.isArray(value)
    ? (value as readonly Choice[])
        .map(({ id }) => String(id))
        .sort()
        .join()
    : JSON.stringify(value ?? null);

/** Checks whether two values are equal. The order of selected options does not matter. */
export const isSameValue = (left: FieldValue | undefined, right: FieldValue | undefined): boolean => comparable(left) === comparable(right);

/**
 * Returns the form's errors by field, with the server's rules and messages. In an existing row, a field that was empty
 * may stay empty.
 */
export function findFaults({ endpoints }: ReferenceList, body: Record<string, unknown>, base: Row | null): Record<string, string> {
  const checked = endpoints.create.body?.safeParse(body);
  if (!checked || checked.success) return {};
  const faults: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) {
    const packed = unpackMessage(message);
    const name = String(path[0]);
    if (base?.[name] === '' && body[name] === '') continue;
    faults[name] ??= packed ? messageOf(packed.key, packed.params) : message;
  }
  return faults;
}
