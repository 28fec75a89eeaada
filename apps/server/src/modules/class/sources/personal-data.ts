import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  external_links: {
    subject: 'local_id:accounts',
    where: { kind: 'person' },
    also: [{ subject: 'local_id:accounts', where: { kind: 'guardian' } }],
    class: 'identity',
    erase: 'delete',
    keep: 'identity',
    at: 'created_at',
    words: ['external_id'],
    mentions: ['base', 'facts'],
    title: 'record.of.external_links',
    copy: { external_id: 'record.outsideId', created_at: 'record.when' },
  },
  external_sources: { nobody: 'where people come from', words: ['name', 'settings'] },
};
