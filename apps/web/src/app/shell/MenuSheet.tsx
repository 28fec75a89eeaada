import { t } from '../../base/t.ts';
import { lookStyles } from '../../ui/page-menu/sidebar-look.ts';
import { Dialog } from '../../ui/plain/Dialog.tsx';
import { SidebarMenu } from './Sidebar.tsx';

/** The menu of staff on narrow screens, as a sheet over the page. */
export function MenuSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shell.menu')} shape="sheet" width="var(--cw-sidebar)" className={lookStyles.sheet}>
      <nav id="main-menu" aria-label={t('shell.mainMenu')}>
        <SidebarMenu onNavigate={onClose} />
      </nav>
    </Dialog>
  );
}
