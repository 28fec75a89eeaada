import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  item_figures: { nobody: 'how a question did, in numbers' },
  item_result_responses: { nobody: 'how a question did, in numbers' },
  item_results: { nobody: 'how a question did, in numbers' },
};
