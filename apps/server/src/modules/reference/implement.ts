import { type MessageKey, questionClusters, questionTopicList, referenceLists, type Translate } from '@classwright/contract';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { implementReferenceList, type ListHooks } from '../../platform/reference-lists/index.ts';
import { markingPeriodHooks, requestedClassHooks, schoolHooks } from './hooks.ts';
import { implementSuggestions } from './suggest.ts';

/** What lists need beside their definition, by the list's name. */
const hooksOf: Readonly<Record<string, unknown>> = { school: schoolHooks, markingPeriod: markingPeriodHooks, requestedClass: requestedClassHooks };

export interface ReferenceDependencies {
  t: Translate<MessageKey>;
  /** What other modules implement: their lists among it are theirs. */
  besides: readonly Implementation[];
}

/** Every list that no other module implements, and what forms suggest. */
export function implementReferenceLists({ t, besides }: ReferenceDependencies): Implementation[] {
  const taken = new Set(besides.map(({ endpoint }) => endpoint));
  const own = referenceLists.filter(({ endpoints }) => !taken.has(endpoints.list));
  const lists = own.flatMap((list) => implementReferenceList(list, { t, hooks: hooksOf[list.name] as ListHooks | undefined }));
  const clusters = lists.find(({ endpoint }) => endpoint === questionClusters.endpoints.list) as Implementation;
  return [...implementSuggestions(), ...lists, implement(questionTopicList, clusters.handler as never)];
}
