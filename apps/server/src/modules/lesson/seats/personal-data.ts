import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  seat_pins: { subject: 'account_id', class: 'secret', erase: 'delete', keep: 'identity', at: 'made_at', secrets: ['sealed'], copy: 'never' },
};
