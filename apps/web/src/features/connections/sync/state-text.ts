import { t } from './t.ts';

const STATES = ['ACTIVE', 'ARCHIVED', 'PROVISIONED', 'DECLINED', 'SUSPENDED'] as const;

/** How a class stands in Google Classroom, in words; a state of later on is shown as Google writes it. */
export function stateText(state: string): string {
  const known = STATES.find((one) => one === state);
  return known ? t(`syncClasses.state.${known}`) : state;
}
