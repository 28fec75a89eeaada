import { accountCreate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { replaceRole, guardAccess } from '../../access/index.ts';
import { mailLinks } from '../links/mail.ts';
import type { AdministrationDependencies } from './dependencies.ts';
import { type AdministeredRow, findAdministered, insertAdministered } from './queries.ts';
import { reportTakenEmail } from '../service.ts';
import { requireNameable, toColumns } from './save.ts';
import { toAccountView, toRecord } from './views.ts';

/**
 * Creates an account. It has no password: where mail is set up its owner gets a link, otherwise an administrator hands
 * out a card or a link.
 */
export function implementAccountCreate({ t, mail }: AdministrationDependencies): Implementation {
  return implement(accountCreate, ({ tx, actor, input, requestId }) =>
    guardAccess(tx, actor, async () => {
      await requireNameable(tx, actor, input, null);
      const id = await reportTakenEmail(() => insertAdministered(tx, toColumns(input)));
      await replaceRole(tx, id, null, input.role_id);
      if (mail && input.status) await mailLinks(tx, mail.jobs, [id], 'new', requestId);
      const row = (await findAdministered(tx, id)) as AdministeredRow;
      await audit(tx, actor, { action: accountCreate.name, subjectType: 'account', subjectId: id, after: toRecord(row), requestId });
      return { account: toAccountView(row), message: t('account.created') };
    }),
  );
}
