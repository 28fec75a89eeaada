import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { schoolSettingsMessages } from '@classwright/contract/messages/school-settings';
import { settingsMessages } from '@classwright/contract/messages/settings';
import { messages } from '../../../base/messages.ts';

/** Messages of the school's settings and of the launcher's entries. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...settingsMessages, ...schoolSettingsMessages });
