import { type Endpoint, type MessageKey, questionClusters, questionTopicList, referenceLists, type Translate } from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { implementReferenceList, type ListHooks } from '../../../platform/reference-lists/index.ts';
import { markingPeriodHooks, schoolHooks } from './hooks.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import type { DropSchool, MakeSchool } from '../imports/index.ts';
import { createReferenceRow } from './queries.ts';
import { dropSchool, makeSchool } from './schools.ts';
import { implementSuggestions } from './suggest.ts';

/** The hooks that lists need besides their definition, by the list's name. */
const hooksOf: Readonly<Record<string, unknown>> = { school: schoolHooks, markingPeriod: markingPeriodHooks };

/** The parts that other modules use: schools, for the modules that create them on behalf of a person. */
type ReferenceParts = {
  createSchool: (tx: Tx, school: { school_name: string; time_zone: string }) => Promise<number>;
  makeSchool: MakeSchool;
  dropSchool: DropSchool;
};

/** Creates the module for every list that no other module implements, and for the suggestions in forms. */
export function referenceModule({ t, access }: { t: Translate<MessageKey>; access: AccessEngine }): ManifestWith<ReferenceParts> {
  return {
    parts: { createSchool: (tx, school) => createReferenceRow(tx, 'schools', school), makeSchool: makeSchool({ access }), dropSchool: dropSchool({ t }) },
    implementations: implementSuggestions(),
    implementsRest: (taken) => implementLists(t, taken),
  };
}

/** Implements the lists of which no other module implements the calls. */
function implementLists(t: Translate<MessageKey>, taken: ReadonlySet<Endpoint>): Implementation[] {
  const own = referenceLists.filter(({ endpoints }) => !taken.has(endpoints.list));
  const lists = own.flatMap((list) => implementReferenceList(list, { t, hooks: hooksOf[list.name] as ListHooks | undefined }));
  const clusters = lists.find(({ endpoint }) => endpoint === questionClusters.endpoints.list) as Implementation;
  return [...lists, implement(questionTopicList, clusters.handler as never)];
}
