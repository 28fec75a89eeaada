import { unpackMessage } from '@classwright/contract/core/fields';
import type { ListField } from '@classwright/contract/core/list-fields';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import type { Choice } from '../../../ui/form/index.ts';
import type { Row } from './list-calls.ts';
import { say } from './t.ts';

/** What a field of the form holds: words, yes or no (null: not said), or what was chosen. */
export type FieldValue = string | boolean | null | readonly Choice[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** The fields that a form shows: those that a person sets. */
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

/** A form filled with a row, or as a new one begins. */
export function toFormValues(list: ReferenceList, row: Row | null): FormValues {
  return Object.fromEntries(fieldsOf(list).map(([name, field]) => [name, toFormValue(field, name, row)]));
}

/** What the next new row begins with: what was chosen for the last one, and nothing that was typed. */
export function toNextValues(list: ReferenceList, values: FormValues): FormValues {
  const first = toFormValues(list, null);
  return Object.fromEntries(fieldsOf(list).map(([name, { kind }]) => [name, (CHOSEN.has(kind) ? values[name] : first[name]) ?? null]));
}
const CHOSEN: ReadonlySet<ListField['kind']> = new Set(['flag', 'reference', 'references', 'colour', 'style']);

/** What the form says, as calls send it. */
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

/** Whether two values say the same; the order of what was chosen does not count. */
export const isSameValue = (left: FieldValue | undefined, right: FieldValue | undefined): boolean => comparable(left) === comparable(right);

/** What is wrong with a form, by field, in the words and by the rules that the server has too: of a row that exists, what was empty may stay so. */
export function findFaults({ endpoints }: ReferenceList, body: Record<string, unknown>, base: Row | null): Record<string, string> {
  const checked = endpoints.create.body?.safeParse(body);
  if (!checked || checked.success) return {};
  const faults: Record<string, string> = {};
  for (const { path, message } of checked.error.issues) {
    const packed = unpackMessage(message);
    const name = String(path[0]);
    if (base?.[name] === '' && body[name] === '') continue;
    faults[name] ??= packed ? say(packed.key, packed.params) : message;
  }
  return faults;
}
