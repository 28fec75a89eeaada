/** The first page after signing in. */
export { HomeScreen } from './HomeScreen.tsx';
export { Monday } from './Monday.tsx';
