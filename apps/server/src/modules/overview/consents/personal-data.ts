import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  consent_demands: { nobody: 'whom a school asks about optional uses of data' },
  consents: {
    subject: 'child_id',
    class: 'log',
    erase: 'delete',
    keep: 'identity',
    at: 'given_at',
    by: ['given_by', 'ended_by'],
    title: 'record.of.consents',
    copy: {
      use: 'record.consentUse',
      way: 'record.consentWay',
      notice_number: 'record.noticeNumber',
      given_at: 'record.when',
      ended_at: 'record.ended',
    },
  },
};
