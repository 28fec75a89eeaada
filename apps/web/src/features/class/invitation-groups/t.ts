import { accountMessages } from '@classwright/contract/messages/accounts';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { invitationGroupMessages } from '@classwright/contract/messages/invitation-groups';
import { listMessages } from '@classwright/contract/messages/lists';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../../base/messages.ts';

/** Messages of invitation groups. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...accountMessages, ...listMessages, ...invitationGroupMessages });

/** Formats a number of accounts: "1 account", "3 accounts". */
export const countWords = (count: number): string => t('invitationGroup.count', { count });
