import { asMessage, type ListField, type ReferenceList } from '@classwright/contract';
import { AppError } from '../errors.ts';
import { packMessage } from '@classwright/contract';
import type { AnyRow, ListCall, ListHooks, Values } from './hooks.ts';
import { lockTargets } from './write-queries.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : []);

/**
 * Locks everything that new values refer to, and refuses at its field a target that is missing, archived, or not
 * allowed for this person. A row may keep its previous references.
 *
 * @throws VALIDATION_FAILED
 */
export async function lockReferences(
  { tx, actor }: ListCall,
  list: ReferenceList,
  values: Values,
  before: AnyRow | null,
  choosable: ListHooks['choosable'] = {},
): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(list.fields)) {
    if (!field.reference || field.setBy !== 'caller' || values[name] === undefined) continue;
    const kept = new Set(idsOf(before?.[name]));
    const added = idsOf(values[name]).filter((id) => !kept.has(id));
    if (added.length === 0) continue;
    const found = await lockTargets(tx, field.reference, added, choosable[name]?.(actor) ?? 'all');
    if (found.length < added.length) errors[name] = [packMessage('validation.id', { label: asMessage(labelOf(field)) })];
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION_FAILED', {}, errors);
}

/** Returns rows that name something archived, with those fields. The targets of all rows are locked. */
export async function listNamingArchived({ tx }: ListCall, { fields }: ReferenceList, rows: readonly AnyRow[]): Promise<Map<AnyRow, ListField[]>> {
  const found = new Map<AnyRow, ListField[]>();
  for (const [name, field] of Object.entries(fields)) {
    const ids = [...new Set(rows.flatMap((row) => idsOf(row[name])))];
    if (!field.reference?.to.archives || ids.length === 0) continue;
    const inUse = new Set(await lockTargets(tx, field.reference, ids, 'all'));
    for (const row of rows) if (idsOf(row[name]).some((id) => !inUse.has(id))) found.set(row, [...(found.get(row) ?? []), field]);
  }
  return found;
}

const labelOf = ({ label }: ListField): string => label;
