import { LIVE_LIMITS } from '../limits.ts';

/** What questions of the bank can be found by: how they did when they were asked last. */
export const PAST_RESULTS = ['never', 'explain', 'discuss', 'go-on', 'gaining', 'discriminating'] as const;
export type PastResults = (typeof PAST_RESULTS)[number];

/** A range of a figure, `from` included and `below` not; null: no bound on that side. */
export interface FigureRange {
  figure: 'share_first' | 'gain' | 'discrimination';
  from: number | null;
  below: number | null;
}

/** Screens show whole percents, half up: 34.5 % is 35 %. */
const shareOf = (percent: number): number => (percent - 0.5) / 100;
const DISCUSS_FROM = shareOf(LIVE_LIMITS.discussFromPercent);
const GO_ON_FROM = shareOf(LIVE_LIMITS.discussToPercent + 1);

/**
 * Which figures the finder asks for; null: of `never`, that no lesson has asked it. The first three are the ranges of the
 * hint in the lesson (LIVE-44). A gain from 0.3 is what interactive teaching reaches (Hake 1998); a discrimination index
 * from 0.3 is good (Ebel).
 */
export const PAST_RESULT_RANGES: Readonly<Record<PastResults, FigureRange | null>> = {
  never: null,
  explain: { figure: 'share_first', from: null, below: DISCUSS_FROM },
  discuss: { figure: 'share_first', from: DISCUSS_FROM, below: GO_ON_FROM },
  'go-on': { figure: 'share_first', from: GO_ON_FROM, below: null },
  gaining: { figure: 'gain', from: 0.3, below: null },
  discriminating: { figure: 'discrimination', from: 0.3, below: null },
};
