import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  marking_period_schools: { nobody: 'which schools a marking period is for' },
  marking_periods: { by: ['account_id'], class: 'log', keep: 'schoolwork', at: 'updated_at', why: 'who made a marking period', words: ['name'] },
  assessment_periods: { nobody: 'a list of names', words: ['name'] },
  levels: { nobody: 'a list of names', words: ['name'] },
  protocols: { nobody: 'a list of names', words: ['name'] },
  question_cycles: { nobody: 'a list of names', words: ['name', 'description'] },
  question_grades: { nobody: 'a list of names', words: ['name', 'description'] },
  question_subjects: { nobody: 'a list of names', words: ['name', 'description'] },
  question_types: { nobody: 'a list of names', words: ['name', 'description'] },
  standards: { nobody: 'a list of names', words: ['name', 'description'] },
  groups: { nobody: 'a list of names', words: ['name', 'color', 'style'] },
};
