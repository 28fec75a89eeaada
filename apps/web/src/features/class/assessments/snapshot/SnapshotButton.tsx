import { showSnack } from '../../../../base/snackbar.ts';
import { useSite } from '../../../../lesson/use-site.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconPrinter } from '../../../../ui/feature-icons/icons.ts';
import { t } from '../../../../base/t.ts';

/** A button that opens the snapshot view in a separate window: the school's site if set up, otherwise our page. */
export function SnapshotButton({ id }: { id: number }) {
  const openSite = useSite('snapshot');
  const open = () => {
    if (openSite) return openSite(id);
    // the window gets the signed-in person from here, so it must keep its opener
    const shown = window.open(`/assessment-snapshot?id=${id}`, `classwright-snapshot-${id}`);
    if (shown) shown.focus();
    else showSnack(t('assessments.snapshotBlocked'), { color: 'red', timeout: 10_000 });
  };
  return (
    <Button icon={IconPrinter} onClick={open}>
      {t('assessments.snapshot')}
    </Button>
  );
}
