import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { showSnack } from '../../../../base/snackbar.ts';
import { useUser } from '../../../../base/use-user.ts';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { useQuestion } from '../bank/use-bank.ts';
import { type Question, type QuestionRow, deleteQuestion, restoreQuestion } from '../calls.ts';
import { QuestionFormDialog } from '../form/index.ts';
import type { BankSearch, OpenDialog } from '../search.ts';
import type { QuestionSlots } from '../slots.ts';
import { t } from '../../../../base/t.ts';
import styles from './dialogs.module.css';
import { ApprovalDialog } from './ApprovalDialog.tsx';
import { queryClient } from '../../../../base/query-client.ts';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { titleOf } from '../bank/columns.tsx';
import { RateDialog } from './RateDialog.tsx';

const QuestionDetail = lazyScreen(() => import('../detail/QuestionDetail.tsx'), 'QuestionDetail');
const VersionsDialog = lazyScreen(() => import('../versions/VersionsDialog.tsx'), 'VersionsDialog');

interface QuestionDialogsProps {
  search: BankSearch;
  /** The questions of the page that are already loaded. */
  rows: readonly QuestionRow[];
  slots: QuestionSlots;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
  onChanged: (question?: Question) => void;
}

/** The dialog named in the address. */
export function QuestionDialogs({ search, rows, slots, onOpen, onClose, onChanged }: QuestionDialogsProps) {
  const { rights } = useUser();
  const saved = (question: Question, message: string) => {
    showSnack(message);
    onChanged(question);
  };
  const known = (id: number) => rows.find((row) => row.id === id);
  if (search.create && rights.includes('questions:create')) return <NewQuestions onClose={onClose} onSaved={saved} />;
  if (search.import && slots.renderImport) return slots.renderImport({ onClose, onImported: () => onChanged() });
  const id = search.edit ?? search.view ?? search.delete ?? search.rate ?? search.approve ?? search.versions;
  if (id === undefined) return null;
  if (search.edit !== undefined || search.view !== undefined)
    return (
      <WithQuestion key={`${id}${search.edit ? 'e' : ''}`} id={id} onClose={onClose}>
        {(question) => {
          if (search.edit === undefined) return <QuestionDetail question={question} slots={slots} onOpen={onOpen} onClose={onClose} onSaved={saved} />;
          return question.may.edit ? <QuestionFormDialog question={question} onClose={onClose} onSaved={saved} /> : <Refused onClose={onClose} />;
        }}
      </WithQuestion>
    );
  return (
    <WithQuestion key={id} id={id} known={known(id)} onClose={onClose}>
      {(question) => {
        const dialog = { question, onClose, onSaved: saved };
        if (search.rate !== undefined) return question.may.rate ? <RateDialog {...dialog} /> : <Refused onClose={onClose} />;
        if (search.approve !== undefined)
          return question.may.next_status ? <ApprovalDialog {...dialog} next={question.may.next_status} /> : <Refused onClose={onClose} />;
        if (search.delete !== undefined) return <DeleteQuestionDialog question={question} onClose={onClose} onDeleted={() => onChanged()} />;
        return <VersionsDialog {...dialog} />;
      }}
    </WithQuestion>
  );
}

/** Creates one new question after the other while the user presses "Save and next". */
function NewQuestions(dialog: { onClose: () => void; onSaved: (question: Question, message: string) => void }) {
  const [number, setNumber] = useState(0);
  return <QuestionFormDialog key={number} question={null} {...dialog} onNext={() => setNumber(number + 1)} />;
}

interface WithQuestionProps<Known> {
  id: number;
  /** The list's data of the question, if it is enough to start with. */
  known?: Known | undefined;
  onClose: () => void;
  children: (question: Question | Known) => React.ReactNode;
}

/** Loads the question of a dialog. */
function WithQuestion<Known extends QuestionRow = Question>({ id, known, onClose, children }: WithQuestionProps<Known>) {
  const { data, error, isFetching, refetch } = useQuestion(id);
  const question = data ?? known;
  if (question) return children(question);
  return (
    <FullDialog title={t('bank.detail.title')} onClose={onClose}>
      <div className={styles.waiting}>
        {error && !isFetching ? (
          isApiError(error, 'QUESTION_NOT_FOUND') ? (
            <p>{t('bank.detail.gone')}</p>
          ) : (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <SkeletonText lines={8} />
        )}
      </div>
    </FullDialog>
  );
}

/** Shown when the question in the address is not accessible to this person. */
function Refused({ onClose }: { onClose: () => void }) {
  return (
    <FullDialog title={t('bank.detail.title')} onClose={onClose}>
      <p className={styles.waiting}>{t('bank.detail.notYours')}</p>
    </FullDialog>
  );
}

/** Confirms before a question is archived, with an undo. It also explains why a question cannot be erased. */
function DeleteQuestionDialog({ question, onClose, onDeleted }: { question: QuestionRow; onClose: () => void; onDeleted: () => void }) {
  return (
    <DeleteDialog
      title={t('bank.delete.title')}
      name={titleOf(question)}
      confirmLabel={t('bank.action.delete')}
      onClose={onClose}
      onDelete={async () => {
        const { message, archived } = await deleteQuestion(question.id);
        showSnack(message, {
          ...(archived && { color: 'amber' }),
          undo: async () => {
            const back = await restoreQuestion(question.id);
            void queryClient.invalidateQueries({ queryKey: ['questions'] });
            return back.message;
          },
        });
        onDeleted();
      }}
    >
      {((question.assessment_count ?? 0) > 0 || question.is_used) && <Text tone="dimmed">{t('bank.delete.hint')}</Text>}
    </DeleteDialog>
  );
}
