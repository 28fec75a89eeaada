/** Who of a class has extra time in lessons: seen and set by its staff. */
export { ExtraTimeScreen } from './ExtraTimeScreen.tsx';
