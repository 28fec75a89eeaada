/** The extra time of a class's students in lessons, shown and set by its staff. */
export { ExtraTimeScreen } from './ExtraTimeScreen.tsx';
