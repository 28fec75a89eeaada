/** The kinds of groups by their choices before they talked: some right, none, or all. */
export const GROUP_KINDS = ['mixed', 'all-wrong', 'all-right'] as const;
export type GroupKind = (typeof GROUP_KINDS)[number];

/** The outcome of the groups of one kind. */
export interface PairFigure {
  kind: GroupKind;
  groups: number;
  /** Groups in which everybody was right in Form - 1B. */
  ended_right: number;
}

/** The choices of a student in the two forms: right, wrong, or null without a choice. */
export interface PairAnswer {
  first: boolean | null;
  second: boolean | null;
}

/**
 * Counts published groups by what their members chose before and after talking (LIVE-97): only members who chose both
 * times count, and only groups with at least two of them.
 */
export function computePairFigures(groups: readonly (readonly number[])[], answers: ReadonlyMap<number, PairAnswer>): PairFigure[] {
  const figures = GROUP_KINDS.map((kind): PairFigure => ({ kind, groups: 0, ended_right: 0 }));
  for (const group of groups) {
    const chosen = group.flatMap((id) => answers.get(id) ?? []).filter(({ first, second }) => first !== null && second !== null);
    if (chosen.length < 2) continue;
    const knew = chosen.filter(({ first }) => first).length;
    const kind: GroupKind = knew === 0 ? 'all-wrong' : knew === chosen.length ? 'all-right' : 'mixed';
    const figure = figures.find((one) => one.kind === kind) as PairFigure;
    figure.groups += 1;
    figure.ended_right += Number(chosen.every(({ second }) => second));
  }
  return figures;
}
