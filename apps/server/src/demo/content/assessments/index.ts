import { burning } from './burning.ts';
import { circuits } from './circuits.ts';
import { decimals } from './decimals.ts';
import { equations } from './equations.ts';
import { names } from './names.ts';
import { seasons } from './seasons.ts';
import { selection } from './selection.ts';
import { sources } from './sources.ts';
import type { DemoAssessment } from '../types.ts';

/** The eight lessons of the demo school, each a question and its transfer. */
export const assessments: readonly DemoAssessment[] = [circuits, burning, selection, seasons, equations, decimals, names, sources];
