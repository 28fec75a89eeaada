import type { Hue } from '../../../../base/hue.ts';
import type { SourceRead } from './calls.ts';

/** Returns the hue of a read that has ended. */
export function hueOf({ status, outcome, needs_look: needsLook }: SourceRead): Hue {
  if (status === 'failed') return 'red';
  if (needsLook) return 'amber';
  if (outcome === 'preview') return 'blue';
  return outcome === 'applied' || outcome === 'nothing' ? 'green' : 'gray';
}
