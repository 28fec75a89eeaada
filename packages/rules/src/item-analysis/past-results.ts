import { LIVE_LIMITS } from '../limits.ts';

/** The filters of the bank by the results of the last time a question was asked. */
export const PAST_RESULTS = ['never', 'explain', 'discuss', 'go-on', 'gaining', 'discriminating'] as const;
export type PastResults = (typeof PAST_RESULTS)[number];

/** A range of a figure, including `from` but not `below`; null: no bound on that side. */
export interface FigureRange {
  figure: 'share_first' | 'gain' | 'discrimination';
  from: number | null;
  below: number | null;
}

/** Returns the share from which a percent is shown. Screens round whole percents half up: 34.5% is 35%. */
const shareOf = (percent: number): number => (percent - 0.5) / 100;
const DISCUSS_FROM = shareOf(LIVE_LIMITS.discussFromPercent);
const GO_ON_FROM = shareOf(LIVE_LIMITS.discussToPercent + 1);

/**
 * The ranges of figures for each filter. Null for `never`: no lesson has asked it. The first three are the ranges of
 * the hint in the lesson (LIVE-44). Interactive teaching reaches a gain of 0.3 and more (Hake 1998); a discrimination
 * index of 0.3 and more is good (Ebel).
 */
export const PAST_RESULT_RANGES: Readonly<Record<PastResults, FigureRange | null>> = {
  never: null,
  explain: { figure: 'share_first', from: null, below: DISCUSS_FROM },
  discuss: { figure: 'share_first', from: DISCUSS_FROM, below: GO_ON_FROM },
  'go-on': { figure: 'share_first', from: GO_ON_FROM, below: null },
  gaining: { figure: 'gain', from: 0.3, below: null },
  discriminating: { figure: 'discrimination', from: 0.3, below: null },
};
