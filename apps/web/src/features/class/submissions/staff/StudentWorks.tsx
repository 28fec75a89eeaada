import type { SubmittedWorkView } from '@classwright/contract/class/submissions/calls';
import { useState } from 'react';
import { queryClient } from '../../../../base/query-client.ts';
import { usePreferences } from '../../../../base/preferences.ts';
import { useShortcuts } from '../../../../base/shortcuts.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { useIsMobile } from '../../../../base/use-media.ts';
import { keys, undoAct, sendMessage } from '../calls.ts';
import { canReturn, takesPoints } from '../words.ts';
import styles from '../work.module.css';
import { AllStudents } from './AllStudents.tsx';
import { GradeDialog } from './GradeDialog.tsx';
import { fullName } from '../../../../base/full-name.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import { MessageField, useMessageForm } from './message-form.tsx';
import { neighborsOf, type StudentRow } from './order.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { StudentList } from './StudentList.tsx';
import { StudentPanel } from './StudentPanel.tsx';

interface StudentWorksProps {
  courseId: number;
  work: SubmittedWorkView;
  rows: readonly StudentRow[];
  /** True when it cannot be changed, only read. */
  isClosed: boolean;
  /** The selected account; null for everyone. */
  chosen: number | null;
  onChoose: (accountId: number | null) => void;
}

type Asking = { what: 'grade' | 'message'; row: StudentRow } | { what: 'return'; rows: readonly StudentRow[] };

/** Shows the list of students next to one of them. Keys alone are enough to go through thirty. */
export function StudentWorks({ courseId, work, rows, isClosed, chosen, onChoose }: StudentWorksProps) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const isMobile = useIsMobile();
  const usesKeys = usePreferences().preferences.shortcuts;
  const row = rows.find(({ account_id }) => account_id === chosen) ?? null;
  const choose = (id: number | null) => onChoose(rows.find((one) => one.id === id)?.account_id ?? null);
  const around = row && neighborsOf(rows, row.id);
  const first = neighborsOf(rows, -1).after;
  const takesGrade = !isClosed && takesPoints(work);
  const go = (to: StudentRow | null | undefined): boolean => {
    if (to) choose(to.id);
    return Boolean(to);
  };
  const grade = () => row !== null && takesGrade && (setAsking({ what: 'grade', row }), true);
  const takesReturn = (of: StudentRow) => !isClosed && canReturn(of);
  const giveBack = () => row !== null && takesReturn(row) && (setAsking({ what: 'return', rows: [row] }), true);
  const write = () => row !== null && !isClosed && (setAsking({ what: 'message', row }), true);
  useShortcuts({ j: () => go(row ? around?.after : first), k: () => go(around?.before), g: grade, r: giveBack, m: write }, true, 'dialog');

  const refresh = () => queryClient.invalidateQueries({ queryKey: keys.list(courseId, work.id) });
  /** Shows the server's state after an act, with an undo. */
  const done = async (message: string, actId: number | null) => {
    const undo = async () => {
      const words = await undoAct(actId as number);
      await refresh();
      return words;
    };
    showSnack(message, actId === null ? {} : { undo });
    await refresh();
  };
  /** The act may move the next student in the list, so the next one is determined first. */
  const next = around?.after ?? null;
  const panel = (of: StudentRow, isAhead: boolean) => (
    <StudentPanel
      key={of.id}
      courseId={courseId}
      work={work}
      row={of}
      isAhead={isAhead}
      around={neighborsOf(rows, of.id)}
      usesKeys={usesKeys}
      onGo={choose}
      onGrade={takesGrade ? () => setAsking({ what: 'grade', row: of }) : undefined}
      onWrite={isClosed ? undefined : () => setAsking({ what: 'message', row: of })}
      onReturn={takesReturn(of) ? () => setAsking({ what: 'return', rows: [of] }) : undefined}
      onDone={done}
    />
  );
  return (
    <>
      {(!isMobile || row === null) && <StudentList rows={rows} maxPoints={work.maxPoints} chosen={row?.id ?? null} onChoose={choose} />}
      {row ? (
        <div className={styles.panels}>
          {panel(row, false)}
          {/* the one after is loaded and drawn while this one is read, so that it is there with the key */}
          {next && panel(next, true)}
        </div>
      ) : (
        <AllStudents
          work={work}
          rows={rows}
          picked={picked}
          onPick={setPicked}
          onOpen={choose}
          onReturn={isClosed ? undefined : (some) => setAsking({ what: 'return', rows: some })}
        />
      )}
      {asking?.what === 'grade' && (
        <GradeDialog
          courseId={courseId}
          work={work}
          row={asking.row}
          current={rows.find(({ id }) => id === asking.row.id) ?? asking.row}
          hasNext={next !== null}
          onClose={() => setAsking(null)}
          onSaved={(message, actId) => {
            if (next) choose(next.id);
            void done(message, actId);
          }}
          onChanged={() => void refresh()}
        />
      )}
      {asking?.what === 'message' && <MessageDialog row={asking.row} onClose={() => setAsking(null)} onSent={(message) => void done(message, null)} />}
      {asking?.what === 'return' && (
        <ReturnDialog
          courseId={courseId}
          work={work}
          rows={asking.rows}
          onClose={() => setAsking(null)}
          onReturned={(message, actId) => {
            if (row && next) choose(next.id);
            setPicked(new Set());
            void done(message, actId);
          }}
          onChanged={() => void refresh()}
        />
      )}
    </>
  );
}

interface MessageDialogProps {
  row: StudentRow;
  onClose: () => void;
  onSent: (message: string) => void;
}

/** A message to one student about this work, without returning it. */
function MessageDialog({ row, onClose, onSent }: MessageDialogProps) {
  const form = useMessageForm({
    send: async (message, key) => {
      onSent((await sendMessage(row.id, message, key)).message);
      return true;
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t('openWork.write')}
      dirty={form.message !== ''}
      submitLabel={t('openWork.send')}
      pendingLabel={t('openWork.sending')}
      onSubmit={form.submit}
      error={form.failure === null ? undefined : <Notice>{form.failure}</Notice>}
    >
      <p dir="auto">{t('openWork.writesTo', { name: fullName(row) })}</p>
      <MessageField form={form} />
    </FormDialog>
  );
}
