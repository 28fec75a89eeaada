import type { Dependent, ListEndpoints } from '@classwright/contract/core/list-endpoints';
import type { ListTarget } from '@classwright/contract/core/list-fields';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { api } from '../../../base/api.ts';
import { listApi } from '../../../base/list-api.ts';
import type { Choice } from '../../../ui/form/index.ts';
import type { Row } from './list-calls.ts';

/** The number of options offered before typing finds more. */
const CHOICES = 20;

/** Loads a row and, for people who may delete it, its dependents. */
export async function loadRow({ path }: ReferenceList, id: number, signal: AbortSignal): Promise<{ row: Row; dependents: string[] }> {
  const { data, dependents } = await listApi<{ data: Row; dependents: Dependent[] }>('GET', `${path}/:id`, { params: { id }, signal });
  return { row: data, dependents: dependents.map(({ words }) => words) };
}

interface Told {
  message: string;
  warnings: string[];
}
type Saved = Told & { data: Row };

/** Creates a row, or changes the one with the given id and version. An outdated version is refused. */
export async function saveRow(
  { path }: ReferenceList,
  values: Record<string, unknown>,
  on: { id: number; updated_at: string } | null,
): Promise<{ row: Row; message: string; warnings: string[] }> {
  const { data, message, warnings } = on
    ? await listApi<Saved>('PUT', `${path}/:id`, { params: { id: on.id }, body: { ...values, updated_at: on.updated_at } })
    : await listApi<Saved>('POST', path, { body: values });
  return { row: data, message, warnings };
}

/** Restores a row from the archive. */
export async function restoreRow({ path }: ReferenceList, id: number): Promise<{ message: string; warnings: string[] }> {
  const { message, warnings } = await listApi<Told>('POST', `${path}/:id/restore`, { params: { id } });
  return { message, warnings };
}

/** Erases an archived row for good. */
export async function purgeRow({ path }: ReferenceList, id: number): Promise<string> {
  return (await listApi<Told>('DELETE', `${path}/:id/purge`, { params: { id } })).message;
}

/** Loads the options of a reference that match a text. */
export async function loadChoices({ choices, naming }: ListTarget, text: string, signal: AbortSignal): Promise<Choice[]> {
  const query = choices.by === 'suggestions' ? { query: text, limit: CHOICES } : { search_text: text, page: 1, per_page: CHOICES };
  const { data } = await api<ListEndpoints['list']>('GET', choices.path, { query: query as { search_text: string }, signal });
  return (data as Row[]).map((row) => toChoice(row, naming));
}

/** Loads all options of a reference. */
export async function loadEveryChoice({ choices, naming }: ListTarget): Promise<Choice[]> {
  const { data } = await api<ListEndpoints['list']>('GET', choices.path, { query: { per_page: 0 } as { per_page: number } });
  return (data as Row[]).map((row) => toChoice(row, naming));
}

/** Loads one option of a reference by its id. */
export async function loadChoice({ choices, naming }: ListTarget, id: number, signal: AbortSignal): Promise<Choice> {
  return toChoice((await listApi<{ data: Row }>('GET', `${choices.path}/:id`, { params: { id }, signal })).data, naming);
}

function toChoice(row: Row, naming: readonly string[]): Choice {
  const name = naming
    .map((column) => row[column])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');
  const email = typeof row['email'] === 'string' ? row['email'] : undefined;
  const school = typeof row['school_name'] === 'string' && row['school_id'] !== undefined ? row['school_name'] : undefined;
  const detail = (name && email) || school;
  return { id: row.id, name: name || (email ?? String(row.id)), ...(detail ? { detail } : {}) };
}
