import { type MessageKey, questionClusters, questionTopicList, referenceLists, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { implementReferenceList, type ListHooks } from '../../../platform/reference-lists/index.ts';
import { markingPeriodHooks, schoolHooks } from './hooks.ts';
import { implementSuggestions } from './suggest.ts';

export interface ReferenceDependencies {
  t: Translate<MessageKey>;
  /** All other modules, which implement their own lists. */
  besides: readonly Manifest[];
}

/** Creates the module for every list that no other module implements, and for the suggestions in forms. */
export function referenceModule({ t, besides }: ReferenceDependencies): Manifest {
  /** The hooks that lists need besides their definition, by the list's name. */
  const hooksOf: Readonly<Record<string, unknown>> = { school: schoolHooks, markingPeriod: markingPeriodHooks };
  const taken = new Set(besides.flatMap(({ implementations = [] }) => implementations.map(({ endpoint }) => endpoint)));
  const own = referenceLists.filter(({ endpoints }) => !taken.has(endpoints.list));
  const lists = own.flatMap((list) => implementReferenceList(list, { t, hooks: hooksOf[list.name] as ListHooks | undefined }));
  const clusters = lists.find(({ endpoint }) => endpoint === questionClusters.endpoints.list) as Implementation;
  return { implementations: [...implementSuggestions(), ...lists, implement(questionTopicList, clusters.handler as never)] };
}
