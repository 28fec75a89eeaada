/** The parts of announcements only for staff, as a separate part of the program. */
export { AnnouncementFormDialog } from './FormDialog.tsx';
export { PostPanel } from './PostPanel.tsx';
