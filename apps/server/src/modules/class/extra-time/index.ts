/**
 * Extra time: the additional time of a student in the forms of lessons, in percent of the class's.
 *
 * Invariants: it belongs to the student and applies in every class; staff of the student's classes who have the right
 * see and set it, and nobody else ever reads it; an open form keeps the time it opened with.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementExtraTime } from './extra-time.ts';
import { personalData } from './personal-data.ts';

export { saveExtraTimes } from './queries.ts';

export function extraTimeModule({ t }: { t: Translate<MessageKey> }): Manifest {
  return { personalData, implementations: implementExtraTime({ t }) };
}
