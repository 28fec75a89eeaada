import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  rehearsals: { by: ['made_by'], class: 'log', keep: 'log', at: 'made_at', why: 'who rehearses a lesson' },
  simulated_classes: { by: ['brought_by'], class: 'log', keep: 'log', at: 'brought_at', why: 'who brought simulated students' },
};
