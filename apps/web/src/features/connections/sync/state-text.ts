import { t } from '../../../base/t.ts';

const STATES = ['ACTIVE', 'ARCHIVED', 'PROVISIONED', 'DECLINED', 'SUSPENDED'] as const;

/** Returns the state of a class in Google Classroom as text. An unknown state is shown as Google writes it. */
export function stateText(state: string): string {
  const known = STATES.find((one) => one === state);
  return known ? t(`syncClasses.state.${known}`) : state;
}
