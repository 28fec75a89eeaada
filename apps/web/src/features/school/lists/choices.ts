import type { ListTarget } from '@classwright/contract/core/list-fields';
import type { ChoiceSource } from '../../../ui/form/index.ts';
import { loadChoices } from './row-calls.ts';

/** Returns the source of the options of a reference. */
export const choicesOf = (to: ListTarget): ChoiceSource => ({
  name: to.choices.path,
  load: (text, signal) => loadChoices(to, text, signal),
  ...(to.choices.by === 'suggestions' ? { minLength: 1 } : {}),
});
