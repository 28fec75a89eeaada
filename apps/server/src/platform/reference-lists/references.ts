import { asMessage, type ListField, type ReferenceList } from '@classwright/contract';
import { AppError } from '../errors.ts';
import { packMessage } from '@classwright/contract';
import { isOffered, isOfSchool, isSharedOrInReach } from '../reach-queries.ts';
import type { AnyRow, ListCall, ListHooks, ListService, RowScope, Values } from './hooks.ts';
import { both } from './select-queries.ts';
import { lockTargets } from './write-queries.ts';

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : typeof value === 'number' ? [value] : []);

/**
 * Locks everything that new values refer to, and refuses at its field a target that is missing, archived, or not
 * allowed for this person. A row may keep its previous references.
 *
 * @throws VALIDATION_FAILED
 */
export async function lockReferences(call: ListCall, list: ReferenceList, values: Values, before: AnyRow | null, hooks: ListHooks = {}): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [name, field] of Object.entries(list.fields)) {
    if (!field.reference || field.setBy !== 'caller' || values[name] === undefined) continue;
    const kept = new Set(idsOf(before?.[name]));
    const added = idsOf(values[name]).filter((id) => !kept.has(id));
    if (added.length === 0) continue;
    const found = await lockTargets(call.tx, field.reference, added, choosableIn({ list, hooks }, call, name, values, before));
    if (found.length < added.length) errors[name] = [packMessage('validation.id', { label: asMessage(labelOf(field)) })];
  }
  if (Object.keys(errors).length > 0) throw new AppError('VALIDATION_FAILED', {}, errors);
}

/**
 * Returns the rows that a reference of a row may name: for a target per school, those of all schools and of the row's
 * own school. A row of a list without schools may name what is within the person's reach.
 */
function choosableIn({ list, hooks }: Pick<ListService, 'list' | 'hooks'>, { actor }: ListCall, name: string, values: Values, before: AnyRow | null): RowScope {
  const given = hooks.choosable?.[name]?.(actor) ?? 'all';
  const { reference } = list.fields[name] as ListField;
  if (!reference?.to.perSchool) return given;
  if (!('all' in actor.reach)) return both(given, isSharedOrInReach(actor.reach));
  if (!list.perSchool) return given;
  return both(given, isOfSchool(((before ? before['school_id'] : values['school_id']) ?? null) as number | null));
}

/** Returns the rows that a name of a table can mean: those offered to the person; for people of all schools, shared ones. */
export function nameableIn({ list, hooks }: Pick<ListService, 'list' | 'hooks'>, { actor }: ListCall, name: string): RowScope {
  const given = hooks.choosable?.[name]?.(actor) ?? 'all';
  const to = (list.fields[name] as ListField).reference?.to;
  if (!to?.perSchool) return given;
  return both(given, 'all' in actor.reach ? isOfSchool(null) : isOffered(actor.reach, to.table, to.archives));
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
