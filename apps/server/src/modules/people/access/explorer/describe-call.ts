import { en, type Endpoint, type MessageKey, type ReferenceList, referenceLists, type Translate } from '@classwright/contract';

const listOf = (name: string): ReferenceList | undefined => referenceLists.find((list) => name.startsWith(`${list.name}.`));

/**
 * Returns a description of a call that an administrator understands: "Create a new level" for a list, otherwise the
 * call's summary.
 */
export function describeCall({ name, summary }: Pick<Endpoint, 'name' | 'summary'>, t: Translate<MessageKey>): string {
  const list = listOf(name);
  const key = list ? `access.call.${name.slice(list.name.length + 1).replace('.post', 'ByPost')}` : '';
  if (!list || !(key in en)) return summary;
  const [one, many] = [list.title.one, list.title.many].map((title) => t(title as MessageKey).toLowerCase());
  return t(key as MessageKey, { one: one ?? '', many: many ?? '' });
}
