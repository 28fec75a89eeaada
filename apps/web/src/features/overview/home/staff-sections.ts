/** What stands on the home page of staff around the list of lessons; it comes after the first paint. */
export { AnnouncementsCard } from './AnnouncementsCard.tsx';
export { StaffCards } from './StaffCards.tsx';
export { NextLessons } from './NextLessons.tsx';
export { StaffToDo } from './StaffToDo.tsx';
