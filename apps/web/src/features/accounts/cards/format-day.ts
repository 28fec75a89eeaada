/** "Friday, December 20, 2026", as the reader's own calendar has it. */
export const formatDay = (instant: string): string => new Intl.DateTimeFormat('en-US', { dateStyle: 'full' }).format(new Date(instant));
