import type { FunctionComponent } from 'react';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import type { AnnouncementFormProps } from './FormDialog.tsx';

/** The form for staff to announce something, loaded when it is opened. */
export const AnnouncementFormDialog: FunctionComponent<AnnouncementFormProps> = lazyScreen(() => import('./staff.ts'), 'AnnouncementFormDialog');
