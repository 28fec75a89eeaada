import type { BankShelf } from '../bank/types.ts';

/** The places in the bank for the questions of lessons. */
export const places = {
  electricity: { subject: 'Physics', cluster: 'Electricity', standard: 'PH-4 Circuits as systems', ages: 'Ages 14–16' },
  matter: { subject: 'Chemistry', cluster: 'Matter and reactions', standard: 'CH-2 Conservation of mass', ages: 'Ages 14–16' },
  evolution: { subject: 'Biology', cluster: 'Inheritance and evolution', standard: 'BI-6 Natural selection', ages: 'Ages 14–16' },
  earth: { subject: 'Earth Science', cluster: 'Earth and space', standard: 'ES-1 Sun, Earth and seasons', ages: 'Ages 12–13' },
  weather: { subject: 'Earth Science', cluster: 'Earth and space', standard: 'ES-3 Weather, climate and maps', ages: 'Ages 12–13' },
  algebra: { subject: 'Mathematics', cluster: 'Algebra', standard: 'MA-7 Equations from situations', ages: 'Ages 14–16' },
  chance: { subject: 'Mathematics', cluster: 'Numbers', standard: 'MA-8 Chance and data', ages: 'Ages 14–16' },
  decimals: { subject: 'Mathematics', cluster: 'Numbers', standard: 'MA-1 Decimal place value', ages: 'Ages 10–11' },
  fractions: { subject: 'Mathematics', cluster: 'Numbers', standard: 'MA-2 Fractions as numbers', ages: 'Ages 10–11' },
  programs: { subject: 'Computer Science', cluster: 'Programs and data', standard: 'CS-5 Values, names and references', ages: 'Ages 16–18' },
  sources: { subject: 'History', cluster: 'Sources and evidence', standard: 'HI-3 Using sources as evidence', ages: 'Ages 12–13' },
} satisfies Record<string, Omit<BankShelf, 'questions'>>;

export type PlaceName = keyof typeof places;
