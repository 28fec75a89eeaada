import { type Endpoint, type MessageKey, questionClusters, questionTopicList, referenceLists, type Translate } from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { implementReferenceList, type ListHooks, findDependents } from '../../../platform/reference-lists/index.ts';
import { markingPeriodHooks, schoolHooks } from './hooks.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import type { DropSchool, MakeSchool } from '../imports/index.ts';
import { createReferenceRow, archiveReferenceRow, lockUnchangedRow } from './queries.ts';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implementSuggestions } from './suggest.ts';
import { personalData } from './personal-data.ts';

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
    personalData,
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

/** Creates schools that an import of people names. */
function makeSchool({ access }: { access: AccessEngine }): MakeSchool {
  return async (tx, person, school_name, requestId) => {
    const { rights, reach } = await access.personOf(tx, person);
    if (!rights.has('schools:create') || !('all' in reach)) throw appError('NOT_ALLOWED');
    const id = await createReferenceRow(tx, 'schools', { school_name });
    await audit(tx, person, { action: 'school.create', subjectType: 'school', subjectId: id, after: { school_name }, requestId });
    return id;
  };
}

/** Archives schools that an import created and that are unused. */
function dropSchool({ t }: { t: Translate<MessageKey> }): DropSchool {
  return async (tx, person, id, since, requestId) => {
    const school_name = await lockUnchangedRow(tx, 'schools', id, since);
    if (school_name === null || (await findDependents(tx, 'schools', id, t)).length > 0) return;
    await archiveReferenceRow(tx, 'schools', id);
    await audit(tx, person, { action: 'school.delete', subjectType: 'school', subjectId: id, before: { school_name }, requestId });
  };
}
