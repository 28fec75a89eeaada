import { createNotifier } from '../modules/school/notifications/index.ts';

/** Nobody has a page open yet, so no live update is sent. Notifications appear in the bell. */
export const telling = {
  notifier: createNotifier({ realtime: { publish: () => undefined }, sendsMail: false }),
  room: {
    announce: async () => undefined,
    announceToStaff: async () => undefined,
    announceInAll: async () => undefined,
    announceToStaffInAll: async () => undefined,
    announceSubmissions: async () => undefined,
    announceNote: async () => undefined,
  },
};
