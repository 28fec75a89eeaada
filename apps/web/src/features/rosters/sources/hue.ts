import type { Hue } from '../../../base/hue.ts';
import type { SourceRead } from './calls.ts';

/** How a reading that is over is shown. */
export function hueOf({ status, outcome }: SourceRead): Hue {
  if (status === 'failed') return 'red';
  if (status === 'cancelled' || outcome === 'dropped') return 'gray';
  if (outcome === 'asks') return 'amber';
  return outcome === 'preview' ? 'blue' : 'green';
}
