/**
 * Consents: who agreed to optional uses of a student’s data (Google Classroom, Google Drive, the picture, the name on the
 * wall of a lesson), where a school does not agree for everyone.
 *
 * Invariants: a use is asked by one view (`consents_lacking`) at each of its places, so a withdrawal counts at once on
 * every process; staff and other people who are no students are never asked; a consent names who gave it, for whom, when,
 * and under which version of the notice; there is one open consent for each student and use.
 */
import type { Manifest } from '../../../manifest.ts';
import type { ConsentsDependencies } from './dependencies.ts';
import { implementOffice } from './office.ts';
import { implementOwn } from './own.ts';
import { personalData } from './personal-data.ts';

export function consentsModule(dependencies: ConsentsDependencies): Manifest {
  return { personalData, implementations: [...implementOwn(dependencies), ...implementOffice(dependencies)] };
}
