import { commonMessages } from '@classwright/contract/messages/common';
import { dashboardScreenMessages } from '@classwright/contract/messages/dashboard-screens';
import { messages } from '../../../base/messages.ts';

/** The texts of the dashboards. */
export const t = messages({ ...commonMessages, ...dashboardScreenMessages });
