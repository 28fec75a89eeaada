/** The frame of every signed-in page except the running lesson. */
export { Shell } from './Shell.tsx';
