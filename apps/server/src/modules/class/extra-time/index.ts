/**
 * Extra time: how much more time a student has in the forms of lessons, in percent of the class's.
 *
 * Invariants: it belongs to the student and holds in every class; the staff of the student's classes see and set it, each
 * with the right to, and nobody else ever reads it; a form that is open keeps what it opened with.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementExtraTime } from './extra-time.ts';

export { saveExtraTimes } from './queries.ts';

export function extraTimeModule({ t }: { t: Translate<MessageKey> }): Manifest {
  return { implementations: implementExtraTime({ t }) };
}
