import type { MessageKey, Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { findDependents } from '../../../platform/reference-lists/index.ts';
import type { AccessEngine } from '../../people/access/index.ts';
import type { DropSchool, MakeSchool } from '../imports/index.ts';
import { archiveReferenceRow, createReferenceRow, lockUnchangedRow } from './queries.ts';

/** Creates schools that an import of people names. */
export function makeSchool({ access }: { access: AccessEngine }): MakeSchool {
  return async (tx, person, school_name, requestId) => {
    const { rights, reach } = await access.personOf(tx, person);
    if (!rights.has('schools:create') || !('all' in reach)) throw appError('NOT_ALLOWED');
    const id = await createReferenceRow(tx, 'schools', { school_name });
    await audit(tx, person, { action: 'school.create', subjectType: 'school', subjectId: id, after: { school_name }, requestId });
    return id;
  };
}

/** Archives schools that an import created and that are unused. */
export function dropSchool({ t }: { t: Translate<MessageKey> }): DropSchool {
  return async (tx, person, id, since, requestId) => {
    const school_name = await lockUnchangedRow(tx, 'schools', id, since);
    if (school_name === null || (await findDependents(tx, 'schools', id, t)).length > 0) return;
    await archiveReferenceRow(tx, 'schools', id);
    await audit(tx, person, { action: 'school.delete', subjectType: 'school', subjectId: id, before: { school_name }, requestId });
  };
}
