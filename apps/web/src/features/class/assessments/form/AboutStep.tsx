import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../../base/use-user.ts';
import { DateField } from '../../../../ui/form/index.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/RichTextEditor.tsx';
import { FileField } from '../../../school/files/index.ts';
import { classesOf, keptList, periods, teachersOf, topicsOf } from '../calls.ts';
import { LookupField } from '../LookupField.tsx';
import { t } from '../../../../base/t.ts';
import { AddTopic } from './AddTopic.tsx';
import styles from './form.module.css';
import type { AssessmentFormState } from './use-assessment-form.ts';

const LISTS = {
  group_id: keptList('/groups'),
  standard_id: keptList('/standard'),
  subject_id: keptList('/question/subjects'),
  grade_id: keptList('/question/grades'),
};

/** Step 3: class, time, and classification. */
export function AboutStep({
  form,
  choosesAccount,
  onBusy,
}: {
  form: AssessmentFormState;
  choosesAccount: boolean;
  /** Called while files are being uploaded. Continuing then would leave them out. */
  onBusy: (isBusy: boolean) => void;
}) {
  const { values, faults, change, base } = form;
  const { rights } = useUser();
  const { class_id, schedule_date } = values;
  const ofLevel = useClassesOfLevel(values.level_id);
  const list = (field: keyof typeof LISTS, label: string, name: string | null | undefined) => (
    <LookupField
      label={label}
      lookup={LISTS[field]}
      value={values[field]}
      nothing={t('form.choose')}
      whenEmpty={t('form.noChoices')}
      error={faults[field]}
      known={named(base?.[field], name)}
      onChange={(id) => change({ [field]: id })}
    />
  );
  return (
    <div className={styles.about}>
      <div className={styles.wide}>
        <TextField
          label={t('assessment.field.title')}
          value={values.title}
          maxLength={255}
          autoComplete="off"
          error={faults.title}
          data-autofocus
          onChange={({ target }) => change({ title: target.value })}
        />
      </div>
      <LookupField
        label={t('form.class')}
        lookup={ofLevel.isEmpty ? classesOf(null) : classesOf(values.level_id)}
        value={class_id}
        nothing={t('form.choose')}
        description={ofLevel.isEmpty ? t('form.classOfLevel') : undefined}
        whenEmpty={t('form.noClasses')}
        error={faults.class_id}
        known={named(base?.class_id, base?.class_name)}
        onChange={(id) => change({ class_id: id, topic_id: null, ...(choosesAccount && { account_id: null }) })}
      />
      <LookupField
        label={t('assessments.topic')}
        lookup={class_id === null ? null : topicsOf(class_id)}
        value={values.topic_id}
        nothing={t(class_id === null ? 'form.classFirst' : 'form.choose')}
        whenEmpty={t('form.noTopics')}
        error={faults.topic_id}
        known={named(base?.topic_id, base?.topic_name)}
        onChange={(topic_id) => change({ topic_id })}
        after={class_id !== null && rights.includes('topics:create') && <AddTopic classId={class_id} onAdded={(topic_id) => change({ topic_id })} />}
      />
      {choosesAccount && (
        <LookupField
          label={t('assessment.field.account')}
          lookup={class_id === null ? null : teachersOf(class_id)}
          value={values.account_id}
          nothing={t(class_id === null ? 'form.classFirst' : 'form.chooseTeacher')}
          error={faults.account_id}
          known={named(base?.account_id, base?.account_name)}
          onChange={(account_id) => change({ account_id })}
        />
      )}
      {list('group_id', t('assessments.group'), base?.group_name)}
      {list('standard_id', t('assessments.standard'), base?.standard_name)}
      {list('subject_id', t('assessments.subject'), base?.subject_name)}
      {list('grade_id', t('assessments.questionGrade'), base?.grade_name)}
      <DateField
        label={t('assessments.scheduleDate')}
        value={schedule_date}
        error={faults.schedule_date}
        onChange={({ target }) => change({ schedule_date: target.value })}
      />
      <LookupField
        label={t('assessments.period')}
        lookup={periods(class_id !== null && schedule_date !== '' ? { class_id, schedule_date, period_id: base?.period_id || null } : null)}
        value={values.period_id}
        nothing={t(class_id !== null && schedule_date !== '' ? 'form.chooseFree' : 'form.choose')}
        whenEmpty={t('form.noChoices')}
        error={faults.period_id}
        known={named(base?.period_id, base?.period_name)}
        onChange={(period_id) => change({ period_id })}
      />
      <TextField
        label={t('assessments.maxPoint')}
        inputMode="decimal"
        maxLength={12}
        value={values.max_point}
        error={faults.max_point}
        onChange={({ target }) => change({ max_point: target.value })}
      />
      <div className={styles.wide}>
        <FileField
          label={t('assessments.attachments')}
          value={values.google_drive_link}
          error={faults.google_drive_link}
          onChange={(google_drive_link) => change({ google_drive_link })}
          onBusy={onBusy}
        />
      </div>
      <div className={styles.wide}>
        <RichTextEditor
          label={t('assessments.description')}
          value={values.description}
          error={faults.description}
          onChange={(description) => change({ description })}
        />
      </div>
    </div>
  );
}

const named = (id: number | null | undefined, name: string | null | undefined) => (id && name ? { id, name } : undefined);

/** Returns `isEmpty` true when a level has none of this person's classes; then all of them are offered. */
function useClassesOfLevel(levelId: number | null): { isEmpty: boolean } {
  const lookup = classesOf(levelId);
  const { data } = useQuery({ queryKey: ['choices', lookup.name, ''], queryFn: ({ signal }) => lookup.load('', signal) });
  return { isEmpty: data?.length === 0 };
}
