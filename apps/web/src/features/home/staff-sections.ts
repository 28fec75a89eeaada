/** What stands on the home page of staff above the list of lessons; it comes after the first paint. */
export { AnnouncementsCard } from './AnnouncementsCard.tsx';
export { NextLessons } from './NextLessons.tsx';
export { StaffToDo } from './StaffToDo.tsx';
