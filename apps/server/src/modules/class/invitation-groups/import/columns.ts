import type { GroupAccountColumn, MessageKey, Translate } from '@classwright/contract';
import type { TableColumn } from '../../../../platform/spreadsheets/index.ts';

const EMAIL = {
  key: 'email',
  title: 'Email',
  names: ['E-mail', 'Email Address', 'E-mail Address', 'Mail', 'School Email', 'Account'],
  isRequired: true,
} as const;
const GROUP = { key: 'group', title: 'Group Name', names: ['Group', 'Invitation Group', 'Name'] } as const;

/** The columns of a list of people and their groups. Case, spaces and marks are ignored. */
export const columnsOf = ({ isForOne }: { isForOne: boolean }) =>
  [{ ...GROUP, isRequired: !isForOne }, EMAIL] as const satisfies readonly (TableColumn & { key: GroupAccountColumn })[];

export const titleOf = (column: GroupAccountColumn, t: Translate<MessageKey>): string => t(`invitationGroup.template.${column}`);
