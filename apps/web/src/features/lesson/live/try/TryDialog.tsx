import { SIMULATED_SIZES, type SimulatedSpeed } from '@classwright/rules/simulation/index';
import { useState } from 'react';
import { t } from '../../../../base/t.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { Segments } from '../../../../ui/form/Segments.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';

export interface Chosen {
  size: number;
  speed: SimulatedSpeed;
}

const USUAL_SIZE = 30;

/** Asks how large the simulated class is, and how fast. Keeps what was typed when the server refuses. */
export function TryDialog({ comes, onClose, onBring }: { comes: 'here' | 'rehearsal'; onClose: () => void; onBring: (chosen: Chosen) => Promise<void> }) {
  const [size, setSize] = useState(String(USUAL_SIZE));
  const [speed, setSpeed] = useState<'1' | '4' | '8'>('8');
  const [isWrong, setWrong] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const { least, most } = SIMULATED_SIZES;
  const onSubmit = async (): Promise<boolean> => {
    const number = /^\d+$/.test(size.trim()) ? Number(size) : 0;
    setWrong(number < least || number > most);
    setProblem(undefined);
    if (number < least || number > most) return false;
    try {
      await onBring({ size: number, speed: Number(speed) as SimulatedSpeed });
      return true;
    } catch (error) {
      setProblem(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('rehearsal.title')}
      submitLabel={t(comes === 'here' ? 'rehearsal.bringHere' : 'rehearsal.open')}
      onSubmit={onSubmit}
      error={problem !== undefined && <Notice>{errorText(problem)}</Notice>}
    >
      <Stack gap={14}>
        <p>{t(comes === 'here' ? 'rehearsal.aboutHere' : 'rehearsal.aboutRehearsal')}</p>
        <TextField
          label={t('rehearsal.students')}
          inputMode="numeric"
          value={size}
          error={isWrong ? t('rehearsal.size', { least, most }) : undefined}
          onChange={({ currentTarget }) => setSize(currentTarget.value)}
        />
        <Segments
          label={t('rehearsal.speedLabel')}
          value={speed}
          onChange={setSpeed}
          segments={[
            { value: '1', label: t('rehearsal.speed1') },
            { value: '4', label: t('rehearsal.speed4') },
            { value: '8', label: t('rehearsal.speed8') },
          ]}
        />
      </Stack>
    </FormDialog>
  );
}
