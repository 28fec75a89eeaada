import { listApi } from '../../../base/list-api.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';

const OFFERED = 20;

interface NamedRow {
  id: number;
  name: string;
}

/** A source that searches one of the lists by which questions are sorted. */
function lookup(path: string): ChoiceSource {
  return {
    name: path,
    load: async (text, signal) => {
      const query = { search_text: text, page: 1, per_page: OFFERED };
      const { data } = await listApi<{ data: NamedRow[] }>('GET', path, { query, signal });
      return data.map(({ id, name }) => ({ id, name }));
    },
  };
}

export const LOOKUPS = {
  type_id: lookup('/question_type'),
  topic_id: lookup('/question/cycles'),
  standard_id: lookup('/standard'),
  question_subject_id: lookup('/question/subjects'),
  question_grade_id: lookup('/question/grades'),
} as const satisfies Record<string, ChoiceSource>;
export const protocols: ChoiceSource = lookup('/protocols');
export type LookupField = keyof typeof LOOKUPS;

/** Loads the name for an id. */
export async function loadName(field: LookupField, id: number, signal: AbortSignal): Promise<Choice> {
  const { data } = await listApi<{ data: NamedRow }>('GET', `${LOOKUPS[field].name}/:id`, { params: { id }, signal });
  return { id, name: data.name };
}
