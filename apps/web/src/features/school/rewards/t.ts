import { commonMessages } from '@classwright/contract/messages/common';
import { rewardMessages } from '@classwright/contract/messages/rewards';
import { messages } from '../../../base/messages.ts';

export const t = messages({ ...commonMessages, ...rewardMessages });
