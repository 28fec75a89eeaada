/** The sections around the list of lessons on the home page of staff. They load after the first paint. */
export { AnnouncementsCard } from './AnnouncementsCard.tsx';
export { LimitsCard } from './LimitsCard.tsx';
export { AccountChanges } from './AccountChanges.tsx';
export { OtherDevices } from './OtherDevices.tsx';
export { StaffCards } from './StaffCards.tsx';
export { SystemCard } from './SystemCard.tsx';
export { TryLesson } from './TryLesson.tsx';
export { Monday } from './Monday.tsx';
export { NextLessons } from './NextLessons.tsx';
export { PrintHead } from '../../../ui/print/PrintHead.tsx';
export { StaffToDo } from './StaffToDo.tsx';
