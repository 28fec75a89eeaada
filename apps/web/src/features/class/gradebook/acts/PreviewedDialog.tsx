import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { randomId } from '../../../../base/random-id.ts';
import { useEvent } from '../../../../base/use-event.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import styles from './acts.module.css';
import { loadPreview, type Preview, type PreviewBody } from './calls.ts';
import { Changes, type Heads } from './Changes.tsx';
import { cellsOf, type Choosable, firstScope, inOrder } from './scope.ts';
import { ScopeFields } from './ScopeFields.tsx';
import { t } from '../../../../base/t.ts';

/** The properties of every dialog that changes many grades. */
export interface ManyGradesProps {
  courseId: number;
  among: Choosable;
  /** Resolves when earlier typed grades are saved, so that a preview starts from them. */
  settle: () => Promise<unknown>;
  /** Called with the act that was done, and its message. */
  onDone: (actId: number | null, message: string) => void;
  onClose: () => void;
}

interface PreviewedDialogProps extends ManyGradesProps {
  title: string;
  /** The fields of the act, shown above the scope; the next property shows others below it. */
  above: ReactNode;
  below?: ReactNode;
  /** Returns the act to preview; null if a field is not filled in, which then shows an error. */
  read: () => PreviewBody['act'] | null;
  /** Other values that a preview depends on. When this changes, a new preview is made. */
  dependsOn: string;
  /** True to make the preview automatically. */
  looksAtOnce?: boolean;
  isDirty: boolean;
  heads: Heads;
  captionOf: (preview: Preview) => string;
  submitLabelOf: (preview: Preview) => string;
  /** The message when no grade would change. */
  nothing: string;
  pendingLabel: string;
  /** Applies the preview under the key, once. Null if a field is not filled in, which then shows an error. */
  apply: (preview: Preview, idempotencyKey: string) => Promise<{ act_id: number | null; message: string } | null>;
}

interface Looked {
  /** The input that the preview was made for. */
  of: string;
  preview: Preview;
  /** The idempotency key of this preview, so that a lost response does not apply it twice. */
  key: string;
}

/** A dialog that changes many grades in one act: choose the change and its scope, check old and new values, apply. */
export function PreviewedDialog(props: PreviewedDialogProps) {
  const { courseId, among, settle, onDone, onClose, title, above, below, read, dependsOn, looksAtOnce = false, isDirty, apply } = props;
  const [scope, setScope] = useState(() => firstScope(among));
  const [looked, setLooked] = useState<Looked | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [failure, setFailure] = useState<{ of: string; words: string } | null>(null);
  const cells = cellsOf(scope, among);
  const of = JSON.stringify([scope, dependsOn]);
  const asked = useRef(of);
  const preview = looked?.of === of ? looked.preview : null;
  const canApply = preview !== null && preview.count > 0;
  const fail = (error: unknown) => {
    setFailure({ of: asked.current, words: isApiError(error, 'VALIDATION_FAILED') ? Object.values(error.errors).flat().join(' ') : errorText(error) });
  };
  const look = useEvent(async (): Promise<void> => {
    const act = read();
    if (act === null) return;
    asked.current = of;
    setFailure(null);
    if (cells.items.length === 0 || cells.students.length === 0) {
      setLooked({ of, preview: NOTHING, key: '' });
      return;
    }
    setLooking(true);
    try {
      await settle();
      const found = await loadPreview({ courseId, act, course_work_ids: cells.items, account_ids: cells.students });
      if (asked.current === of) setLooked({ of, preview: { ...found, changes: inOrder(found.changes, among) }, key: randomId() });
    } catch (error) {
      if (asked.current === of) fail(error);
    } finally {
      if (asked.current === of) setLooking(false);
    }
  });
  useEffect(() => {
    if (looksAtOnce) void look();
  }, [looksAtOnce, of, look]);
  const submit = async (): Promise<boolean> => {
    if (!looked || !preview || !canApply) {
      await look();
      return false;
    }
    setFailure(null);
    try {
      const done = await apply(preview, looked.key);
      if (!done) return false;
      onDone(done.act_id, done.message);
      return true;
    } catch (error) {
      // the grades have changed: a new preview is needed
      if (isApiError(error, 'GRADES_REFUSED')) setLooked(null);
      asked.current = of;
      fail(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={title}
      width={680}
      dirty={isDirty || (canApply && !looksAtOnce)}
      submitLabel={canApply ? props.submitLabelOf(preview) : t(looksAtOnce ? 'acts.lookAgain' : 'acts.preview')}
      pendingLabel={canApply ? props.pendingLabel : t('acts.previewing')}
      onSubmit={submit}
      error={failure?.of === of ? <Notice>{failure.words}</Notice> : undefined}
    >
      {above}
      <ScopeFields among={among} scope={scope} cells={cells} onChange={setScope} />
      {below}
      <section aria-live="polite" aria-busy={isLooking}>
        {preview ? (
          <Outcome preview={preview} among={among} heads={props.heads} caption={props.captionOf(preview)} nothing={props.nothing} />
        ) : (
          isLooking && looksAtOnce && <p>{t('acts.previewing')}</p>
        )}
      </section>
    </FormDialog>
  );
}

const NOTHING: Preview = { changes: { course_work_id: [], account_id: [], from: [], to: [] }, count: 0, left: [] };

interface OutcomeProps {
  preview: Preview;
  among: Choosable;
  heads: Heads;
  caption: string;
  nothing: string;
}

function Outcome({ preview: { count, changes, left }, among: { items, students }, heads, caption, nothing }: OutcomeProps) {
  return (
    <>
      {count === 0 ? <p>{nothing}</p> : <Changes caption={caption} changes={changes} heads={[heads]} items={items} students={students} />}
      {left.length > 0 && (
        <>
          <p>{t('acts.stay')}</p>
          <ul className={styles.left}>
            {left.map(({ reason, count: those }) => (
              <li key={reason}>{t(`acts.left.${reason}`, { count: those })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
