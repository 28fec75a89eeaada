/** The calendar of due work and lessons, and the private address under which other programs follow it. */
export { CalendarScreen } from './CalendarScreen.tsx';
export type { CalendarSearch } from './search.ts';
