import { accessMessages } from '@classwright/contract/messages/access';
import { auditFieldMessages } from '@classwright/contract/messages/audit-fields';
import { commonMessages } from '@classwright/contract/messages/common';
import { clientErrorMessages } from '@classwright/contract/messages/client-errors';
import { listMessages } from '@classwright/contract/messages/lists';
import { shellMessages } from '@classwright/contract/messages/shell';
import { messages } from '../../../base/messages.ts';

/** The texts of the audit trail, with those of the lists whose fields it names. */
export const t = messages({ ...commonMessages, ...clientErrorMessages, ...shellMessages, ...listMessages, ...accessMessages, ...auditFieldMessages });
