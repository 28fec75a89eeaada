import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  guardian_rules: { nobody: 'whether a school offers guardians the weekly email' },
  guardian_codes: {
    subject: 'child_id',
    class: 'secret',
    erase: 'delete',
    keep: { hours: 31 * 24, why: 'a code on paper that nobody has used yet' },
    at: 'created_at',
    by: ['made_by'],
    blank: ['relation'],
    secrets: ['code_hash'],
    copy: 'never',
  },
  guardian_ties: {
    subject: 'child_id',
    also: [{ subject: 'guardian_id' }],
    class: 'contact',
    erase: 'delete',
    keep: 'identity',
    at: 'created_at',
    by: ['tied_by'],
    blank: ['relation'],
    title: 'record.of.guardian_ties',
    copy: { relation: 'record.relation', created_at: 'record.when', ended_at: 'record.ended' },
  },
};
