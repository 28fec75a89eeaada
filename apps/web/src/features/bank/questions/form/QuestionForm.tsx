import type { ReactNode } from 'react';
import { momentOf } from '../../../../base/dates.ts';
import { FormProblem } from '../../../../ui/form/index.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconDeviceFloppy } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/RichTextEditor.tsx';
import { PicturePicker } from '../../../school/files/index.ts';
import { fieldLabel, FieldWords } from '../field-words.tsx';
import { t } from '../../../../base/t.ts';
import { tCount } from '../question-words.ts';
import { CriteriaSection } from './CriteriaSection.tsx';
import styles from './form.module.css';
import { ResponsesSection } from './ResponsesSection.tsx';
import { RubricTable } from './RubricTable.tsx';
import { Section } from './Section.tsx';
import { newRow } from './values.ts';
import type { useQuestionForm } from './use-question-form.ts';

interface QuestionFormProps {
  form: ReturnType<typeof useQuestionForm>;
  /** The panel at its side with the question's categories. */
  side: ReactNode;
}

/** The form: the content that students read on the left, the categories on the right. */
export function QuestionForm({ form, side }: QuestionFormProps) {
  const { values, faults, change } = form;
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <Notices form={form} />
        <TextField
          label={t('bank.form.title')}
          value={values.title}
          maxLength={500}
          autoComplete="off"
          error={faults['title']}
          data-autofocus
          onChange={({ target }) => change({ title: target.value })}
        />
        <RichTextEditor
          label={t('bank.form.description')}
          value={values.description}
          pictures={PicturePicker}
          error={faults['description']}
          onChange={(description) => change({ description })}
        />
        <ResponsesSection responses={values.responses} rubrics={values.rubrics} faults={faults} onChange={(responses) => change({ responses })} />
        <Section
          title={t('bank.form.rubric')}
          hint={t(values.rubrics.length > 0 ? 'bank.form.rubricHint' : 'bank.form.noRubric')}
          addLabel={t('bank.form.addRow')}
          onAdd={() => change({ rubrics: [...values.rubrics, newRow()] })}
        >
          <RubricTable label={t('bank.form.rubric')} rows={values.rubrics} faults={faults} path="rubrics" onChange={(rubrics) => change({ rubrics })} />
        </Section>
        <CriteriaSection criteria={values.open_response} faults={faults} onChange={(open_response) => change({ open_response })} />
      </div>
      {side}
    </div>
  );
}

/** Shows notices first: an unsaved draft, another person's edit, and errors that prevent saving. */
function Notices({ form }: Pick<QuestionFormProps, 'form'>) {
  const { kept, faults, base } = form;
  const count = Object.keys(faults).filter((field) => field !== 'responses').length;
  const isOlder = kept.found !== null && base !== null && kept.found.base_updated_at !== base.updated_at;
  return (
    <div className={styles.notices}>
      {kept.found && (
        <Notice
          hue="blue"
          icon={IconDeviceFloppy}
          action={
            <span className={styles.noticeActions}>
              <Button size="s" variant="filled" onClick={() => void form.restore()}>
                {t('bank.kept.restore')}
              </Button>
              <Button size="s" onClick={kept.discard}>
                {t('bank.kept.discard')}
              </Button>
            </span>
          }
        >
          {t('bank.kept.found', { date: momentOf(kept.found.at) })}
          {isOlder && ` ${t('bank.kept.older')}`}
        </Notice>
      )}
      <FormProblem form={form} label={fieldLabel} words={(field, values) => <FieldWords field={field} values={values} />} hint={t('bank.conflict.hint')} />
      {faults['pictures'] && <Notice>{faults['pictures']}</Notice>}
      {faults['responses'] && <Notice>{faults['responses']}</Notice>}
      {count > 0 && <Notice>{tCount('bank.form.invalid', count)}</Notice>}
    </div>
  );
}
