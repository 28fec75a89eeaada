import { Button } from '../../../ui/plain/Button.tsx';
import { IconBan, IconCircleCheck, IconLogout, IconMail, IconSchool, IconShieldLock } from '../../../ui/plain/icons.ts';
import { IconKey } from '../../../ui/feature-icons/icons.ts';
import type { BulkAct } from './bulk.ts';
import { t } from '../../../base/t.ts';

/** Shows the actions for the selected people. */
export function BulkActions({ hasMail, onAct, onCards }: { hasMail: boolean; onAct: (act: BulkAct) => void; onCards: () => void }) {
  return (
    <>
      <Button size="s" icon={IconKey} onClick={onCards}>
        {t('accounts.bulk.cards')}
      </Button>
      {hasMail && (
        <Button size="s" icon={IconMail} onClick={() => onAct('mail_link')}>
          {t('accounts.bulk.mailLink')}
        </Button>
      )}
      <Button size="s" icon={IconShieldLock} onClick={() => onAct('role')}>
        {t('accounts.bulk.role')}
      </Button>
      <Button size="s" icon={IconSchool} onClick={() => onAct('school')}>
        {t('accounts.bulk.school')}
      </Button>
      <Button size="s" icon={IconLogout} onClick={() => onAct('sign_out')}>
        {t('accounts.bulk.signOut')}
      </Button>
      <Button size="s" icon={IconCircleCheck} onClick={() => onAct('activate')}>
        {t('accounts.bulk.activate')}
      </Button>
      <Button size="s" icon={IconBan} onClick={() => onAct('deactivate')}>
        {t('accounts.bulk.deactivate')}
      </Button>
    </>
  );
}
