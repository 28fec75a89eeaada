import { z } from 'zod';
import { GROUP_KINDS } from '@classwright/rules/live/pairing/by-pair';

/** How the groups of one kind ended: the kind is what their members knew before talking. */
export const PairFigureView = z.object({ kind: z.enum(GROUP_KINDS), groups: z.number().int(), ended_right: z.number().int() });
export type PairFigureView = z.infer<typeof PairFigureView>;
