import {
  suggestAccounts,
  suggestGrades,
  suggestGroups,
  suggestProtocols,
  suggestSchools,
  suggestStandards,
  suggestStudents,
  suggestSubjects,
  suggestTeachers,
} from '@classwright/contract';
import { can, implement, type Implementation } from '../../../platform/http/index.ts';
import { type PersonRow, suggestPeople, suggestRows, suggestStudentNames, suggestSchoolRows } from './suggest-queries.ts';

const named = (person: PersonRow) => ({ ...person, name: `${person.first_name} ${person.last_name}`.trim() || person.email });

/** Implements the suggestions of fields and filters while somebody types. */
export function implementSuggestions(): Implementation[] {
  return [
    implement(suggestTeachers, async ({ tx, input, actor }) => ({
      data: (await suggestPeople(tx, input, { type: 'teachers', reach: actor.reach })).map(named),
    })),
    implement(suggestStudents, async ({ tx, input, actor }) => ({
      data: (can(actor, 'accounts', 'view')
        ? await suggestPeople(tx, input, { type: 'student', reach: actor.reach })
        : await suggestStudentNames(tx, input, actor.reach)
      ).map(named),
    })),
    implement(suggestAccounts, async ({ tx, input, actor }) => ({
      data: (await suggestPeople(tx, input, { type: null, reach: actor.reach })).map(named),
    })),
    implement(suggestSchools, async ({ tx, input, actor }) => ({ data: await suggestSchoolRows(tx, input, actor.reach) })),
    implement(suggestSubjects, async ({ tx, input, actor }) => ({ data: await suggestRows(tx, 'question_subjects', input, actor.reach) })),
    implement(suggestGrades, async ({ tx, input, actor }) => ({ data: await suggestRows(tx, 'question_grades', input, actor.reach) })),
    implement(suggestStandards, async ({ tx, input, actor }) => ({ data: await suggestRows(tx, 'standards', input, actor.reach) })),
    implement(suggestProtocols, async ({ tx, input, actor }) => ({ data: await suggestRows(tx, 'protocols', input, actor.reach) })),
    implement(suggestGroups, async ({ tx, input, actor }) => ({ data: await suggestRows(tx, 'groups', input, actor.reach) })),
  ];
}
