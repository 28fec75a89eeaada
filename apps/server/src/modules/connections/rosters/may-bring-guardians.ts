import { can, type Person } from '../../../platform/http/index.ts';

/** Returns true for people who may add guardians to students and end them, which a roster that brings guardians does. */
export const mayBringGuardians = (person: Pick<Person, 'rights'>): boolean => can(person, 'guardians', 'create') && can(person, 'guardians', 'delete');
