/**
 * The running lesson for those who run it: the teacher's desk and the projector's window. Invariants: nothing
 * unrevealed reaches the projector; every number is the server's; a refusal is shown in the server's words and brings
 * the screen up to date.
 */
export { TeacherLiveScreen } from './TeacherLiveScreen.tsx';
