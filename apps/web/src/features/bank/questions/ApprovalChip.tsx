import type { StatusLabel } from '@classwright/rules/questions/approval';
import { Chip } from '../../../ui/plain/Chip.tsx';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { t } from '../../../base/t.ts';
import { statusWords } from './question-words.ts';
import { IconCircleCheck, IconSend } from '../../../ui/plain/icons.ts';
import { IconCircleX, IconFilePencil, IconWorld } from '../../../ui/feature-icons/icons.ts';

const ICONS: Readonly<Record<StatusLabel, IconComponent>> = {
  'Not Approved': IconCircleX,
  'Approved ?': IconCircleCheck,
  'Send To Admin': IconSend,
  Public: IconWorld,
};

/** Shows the furthest step of approval, red while there is none. */
export function ApprovalChip({ status }: { status: StatusLabel }) {
  return (
    <Chip hue={status === 'Not Approved' ? 'red' : 'green'} icon={ICONS[status]}>
      {statusWords(status)}
    </Chip>
  );
}

export const DraftChip = () => <Chip icon={IconFilePencil}>{t('bank.draftChip')}</Chip>;
