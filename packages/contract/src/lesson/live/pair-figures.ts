import { z } from 'zod';
import { GROUP_KINDS } from '@classwright/rules/live/pairing/by-pair';

/** The outcome of the groups of one kind. The kind is by the choices of their members before they talked. */
export const PairFigureView = z.object({ kind: z.enum(GROUP_KINDS), groups: z.number().int(), ended_right: z.number().int() });
export type PairFigureView = z.infer<typeof PairFigureView>;
