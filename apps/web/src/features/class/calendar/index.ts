/** The calendar of due work and lessons, and the private address at which other programs subscribe to it. */
export { CalendarScreen } from './CalendarScreen.tsx';
export { FollowDialog } from './FollowDialog.tsx';
export { SubscribeButton } from './SubscribeButton.tsx';
export type { CalendarSearch } from './search.ts';
