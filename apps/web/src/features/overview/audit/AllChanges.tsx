import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/plain/Dialog.tsx';

/** All changes of an entry, in a dialog. */
export function AllChanges({ sentence, onClose, children }: { sentence: string; onClose: () => void; children: ReactNode }) {
  return (
    <Dialog opened onClose={onClose} title={<span dir="auto">{sentence}</span>} width={560}>
      {children}
    </Dialog>
  );
}
