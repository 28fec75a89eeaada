import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { type ReactNode, useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import type { Selecting } from '../../../ui/data-table/columns.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { IconTags, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { deleteWorks, moveWorks, restoreWorks, type Topic, type WorkRow } from './calls.ts';
import { t } from '../../../base/t.ts';

interface Many {
  courseId: number;
  /** Identifies the rows that the list could show. */
  scope: string;
  topics: readonly Topic[];
  onChanged: () => void;
}

/** Runs acts on several works, each with an undo. */
export function useManyWorks({ courseId, scope, topics, onChanged }: Many): { selecting: Selecting<WorkRow>; refused: ReactNode; dialogs: ReactNode } {
  const selection = useSelection(scope);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const [isMoving, setMoving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const ids = [...selection.keys].map(Number);
  /** Runs an act, shows its result and offers to undo it. */
  const act = async (run: () => Promise<{ message: string; undo: () => Promise<{ message: string }> }>): Promise<boolean> => {
    setBusy(true);
    try {
      const { message, undo } = await run();
      const takeBack = async () => {
        const words = (await undo()).message;
        onChanged();
        return words;
      };
      showSnack(message, { undo: takeBack });
      selection.clear();
      onChanged();
      return true;
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      return false;
    } finally {
      setBusy(false);
    }
  };
  const remove = () =>
    act(async () => {
      const done = await deleteWorks(courseId, ids);
      setRefused(done.refused);
      return { message: done.message, undo: () => restoreWorks(courseId, done.ids) };
    });
  const move = (topicId: number | null) =>
    act(async () => {
      const { message, former } = await moveWorks(
        courseId,
        ids.map((id) => ({ id, topicId })),
      );
      return { message, undo: () => moveWorks(courseId, former) };
    });
  return {
    selecting: {
      of: selection,
      nameOf: ({ title }) => title,
      offersAll: false,
      actions: (
        <>
          <Button size="s" icon={IconTags} disabled={isBusy} onClick={() => setMoving(true)}>
            {t('work.moveMany')}
          </Button>
          <Button size="s" icon={IconTrash} disabled={isBusy} onClick={() => void remove()}>
            {t('work.deleteMany')}
          </Button>
        </>
      ),
    },
    refused: refused.length > 0 && <RefusedRows words={t('work.refused')} rows={refused} />,
    dialogs: isMoving && <MoveDialog topics={topics} onClose={() => setMoving(false)} onMove={move} />,
  };
}

function MoveDialog({ topics, onClose, onMove }: { topics: readonly Topic[]; onClose: () => void; onMove: (topicId: number | null) => Promise<boolean> }) {
  const [topic, setTopic] = useState('');
  return (
    <FormDialog opened title={t('work.moveTitle')} submitLabel={t('work.moved')} onClose={onClose} onSubmit={() => onMove(topic === '' ? null : Number(topic))}>
      <SelectField
        label={t('work.topic')}
        value={topic}
        onChange={({ target }) => setTopic(target.value)}
        options={[{ value: '', label: t('work.form.none') }, ...topics.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
    </FormDialog>
  );
}
