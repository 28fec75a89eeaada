/**
 * The terms for which a school keeps data about people. The usual amounts and the events from which they count follow
 * 16 CFR 312.10, which asks for a written policy and forbids keeping data for an indefinite time.
 */
interface Rule {
  /** The event from which the term counts: the person left the school, the school year ended, or the row was made. */
  after: 'leaving' | 'school-year' | 'event';
  unit: 'years' | 'days';
  usual: number;
  least: number;
  most: number;
}

export const TERMS = {
  identity: { after: 'leaving', unit: 'years', usual: 7, least: 1, most: 30 },
  grades: { after: 'leaving', unit: 'years', usual: 7, least: 1, most: 30 },
  schoolwork: { after: 'school-year', unit: 'years', usual: 2, least: 1, most: 10 },
  communication: { after: 'school-year', unit: 'years', usual: 2, least: 1, most: 10 },
  conduct: { after: 'school-year', unit: 'years', usual: 1, least: 1, most: 10 },
  log: { after: 'event', unit: 'days', usual: 400, least: 90, most: 1_100 },
  drafts: { after: 'event', unit: 'days', usual: 30, least: 7, most: 365 },
  originals: { after: 'event', unit: 'days', usual: 30, least: 7, most: 365 },
} as const satisfies Record<string, Rule>;

/** The terms that a school sets, by name. */
export type Term = keyof typeof TERMS;
/** The amount of each term, in its unit. */
export type Terms = Record<Term, number>;

export const USUAL_TERMS = Object.fromEntries(Object.entries(TERMS).map(([term, { usual }]) => [term, usual])) as Terms;
