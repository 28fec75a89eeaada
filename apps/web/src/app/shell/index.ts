/** The frame of every signed-in page but the running lesson. */
export { Shell } from './Shell.tsx';
