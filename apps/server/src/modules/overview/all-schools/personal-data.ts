import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  school_suspensions: { nobody: 'which schools are suspended, and why', words: ['reason'] },
  school_limits: { nobody: 'what a school may have at most', words: ['kind'] },
  school_usage: { nobody: 'counts of what a school has', words: ['kind'] },
  school_activity: { nobody: 'when somebody of a school was last here, without saying who' },
};
