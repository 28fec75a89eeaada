/**
 * The running lesson for those who run it: the teacher's desk and the projector's window. Invariants: nothing that was
 * not revealed reaches the projector; every number is the server's; a refusal is said in its words and brings the screen
 * to where the lesson is.
 */
export { TeacherLiveScreen } from './TeacherLiveScreen.tsx';
