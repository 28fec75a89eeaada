/** What only staff need of announcements: a part of the program of its own. */
export { AnnouncementFormDialog } from './FormDialog.tsx';
export { PostPanel } from './PostPanel.tsx';
