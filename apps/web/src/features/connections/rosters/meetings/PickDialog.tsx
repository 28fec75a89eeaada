import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import { type Choice, ChoiceField, type ChoiceSource } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { loadMeetingClasses, meetClasses, type Roster, type RosterClassMatch } from '../calls.ts';
import { t } from '../../../../base/t.ts';

interface PickProps {
  id: number;
  row: RosterClassMatch;
  onClose: () => void;
  onPicked: (answer: { import: Roster; message: string }) => Promise<void>;
}

const classesFor = (id: number, row: number): ChoiceSource => ({
  name: `/import/rosters/${id}/meetings/${row}`,
  load: async (text, signal) => {
    const { data } = await loadMeetingClasses(id, row, text, signal);
    return data.map(({ id: courseId, name, section, teacher, is_archived, taken_by }) => ({
      id: courseId,
      name,
      detail: inOneLine([section, teacher, is_archived && t('rosters.meet.archived'), taken_by !== null && t('rosters.meet.takenBy', { other: taken_by })]),
    }));
  },
});

/** Matches a class of the roster to a class here, found by typing. */
export function PickDialog({ id, row, onClose, onPicked }: PickProps) {
  const [chosen, setChosen] = useState<readonly Choice[]>(row.course ? [{ id: row.course.id, name: row.course.name }] : []);
  const [fault, setFault] = useState<string | undefined>();
  const pick = async (): Promise<boolean> => {
    setFault(undefined);
    try {
      const body = { as: 'ours' as const, rows: [row.number], ...(chosen[0] ? { course_id: chosen[0].id } : {}) };
      await onPicked(await meetClasses(id, body));
      return true;
    } catch (failure) {
      setFault((isApiError(failure) && failure.errors['course_id']?.[0]) || errorText(failure));
      return false;
    }
  };
  return (
    <FormDialog opened title={t('rosters.meet.pickTitle', { name: row.name })} onClose={onClose} submitLabel={t('rosters.meet.pickSubmit')} onSubmit={pick}>
      <ChoiceField
        label={t('rosters.meet.pickField')}
        description={t('rosters.meet.pickHint')}
        error={fault}
        value={chosen}
        onChange={setChosen}
        source={classesFor(id, row.number)}
      />
    </FormDialog>
  );
}
