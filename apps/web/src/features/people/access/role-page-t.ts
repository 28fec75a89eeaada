import { accessMessages } from '@classwright/contract/messages/access';
import { commonMessages } from '@classwright/contract/messages/common';
import { rolePageMessages } from '@classwright/contract/messages/role-page';
import { messages } from '../../../base/messages.ts';

/** The texts of a role that can be changed. */
export const t = messages({ ...commonMessages, ...accessMessages, ...rolePageMessages });
