import { QUESTION_LIMITS } from '@classwright/rules/questions/limits';
import { useState } from 'react';
import { Segments, TagField } from '../../../../ui/form/index.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import { messageOf } from '../question-words.ts';
import { useTags } from '../use-tags.ts';

export type Tagging = 'tag' | 'untag';

/** Adds a tag to selected questions, or removes it. */
export function TagDialog({ count, onClose, onTag }: { count: number; onClose: () => void; onTag: (act: Tagging, tag: string) => Promise<void> }) {
  const known = useTags();
  const [act, setAct] = useState<Tagging>('tag');
  const [tag, setTag] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const submit = async () => {
    setMissing(tag === null);
    if (tag === null) return false;
    try {
      await onTag(act, tag);
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('bank.bulk.tagTitle', { count })}
      dirty={tag !== null}
      submitLabel={t(act === 'tag' ? 'bank.bulk.tagGive' : 'bank.bulk.tagTake')}
      error={failure !== null && <Notice>{errorText(failure)}</Notice>}
      onClose={onClose}
      onSubmit={submit}
    >
      <TagField
        label={t('bank.form.tag')}
        value={tag === null ? [] : [tag]}
        known={known}
        newLabel={(text) => t('bank.form.newTag', { text })}
        maxLength={QUESTION_LIMITS.tagCharacters}
        error={missing ? messageOf('question.bulk.noTag') : undefined}
        onChange={(tags) => {
          setTag(tags.at(-1) ?? null);
          setMissing(false);
        }}
      />
      <Segments
        label={t('bank.bulk.tagAct')}
        value={act}
        segments={[
          { value: 'tag', label: t('bank.bulk.tagGive') },
          { value: 'untag', label: t('bank.bulk.tagTake') },
        ]}
        onChange={setAct}
      />
      <p>{t('bank.bulk.tagHint')}</p>
    </FormDialog>
  );
}
