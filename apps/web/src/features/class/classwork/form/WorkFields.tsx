import { ALL_STUDENTS, type CourseWorkKind, POINT_CHOICES } from '@classwright/contract/class/classwork/kinds';
import { settleAssignees } from '@classwright/rules/grading/assignees';
import { useQuery } from '@tanstack/react-query';
import { dateOf } from '../../../../base/dates.ts';
import { useUser } from '../../../../base/use-user.ts';
import { ChoiceField, DateField, Segments, SelectField } from '../../../../ui/form/index.ts';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconClockExclamation } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { RichTextEditor } from '../../../../ui/rich-text/RichTextEditor.tsx';
import { PicturePicker } from '../../../school/files/index.ts';
import { classesOf, listStudents, listTopics, loadSetting, workKey } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { MaterialsField } from './MaterialsField.tsx';
import { OptionsField } from './OptionsField.tsx';
import { TimePicker } from './TimePicker.tsx';
import type { WorkFormState } from './use-work-form.ts';
import { wholeClass } from './values.ts';
import styles from './work-form.module.css';

interface WorkFieldsProps {
  form: WorkFormState;
  kind: CourseWorkKind;
  isNew: boolean;
  isOfAssessment: boolean;
  /** True when its posting time passed while the class was archived. */
  isMissed: boolean;
  /** Called while files are being uploaded. Saving then would leave them out. */
  onBusy: (isBusy: boolean) => void;
}

const CLASSES = classesOf('TEACHER');
const QUESTION_TYPES = ['SHORT_ANSWER_QUESTION', 'MULTIPLE_CHOICE_QUESTION'] as const;

/** Shows all fields of work: the content on one side, students and dates on the other. */
export function WorkFields(props: WorkFieldsProps) {
  return (
    <>
      <Content {...props} />
      <About {...props} />
    </>
  );
}

function Content({ form, kind, isNew, isOfAssessment, onBusy }: WorkFieldsProps) {
  const { values, faults, change, locked } = form;
  return (
    <div className={styles.column}>
      <TextField
        label={t('work.form.title')}
        value={values.title}
        maxLength={255}
        autoComplete="off"
        disabled={isOfAssessment}
        error={faults['title']}
        data-autofocus={isNew || undefined}
        onChange={({ target }) => change({ title: target.value })}
      />
      <RichTextEditor
        label={t('work.form.description')}
        value={values.description}
        error={faults['description']}
        pictures={PicturePicker}
        onChange={(description) => change({ description })}
      />
      {kind === 'QUESTION' && (
        <SelectField
          label={t('work.form.type')}
          value={values.type}
          disabled={!isNew}
          options={QUESTION_TYPES.map((value) => ({ value, label: t(`work.form.type.${value}`) }))}
          onChange={({ target }) => change({ type: QUESTION_TYPES.find((type) => type === target.value) ?? 'SHORT_ANSWER_QUESTION' })}
        />
      )}
      {values.type === 'MULTIPLE_CHOICE_QUESTION' && (
        <OptionsField value={values.options} error={faults['options']} disabled={locked} onChange={(options) => change({ options })} />
      )}
      <MaterialsField
        files={values.files}
        links={values.links}
        error={faults['links']}
        disabled={locked}
        onBusy={onBusy}
        onFiles={(files) => change({ files })}
        onLinks={(links) => change({ links })}
      />
    </div>
  );
}

function About({ form, kind, isNew, isOfAssessment, isMissed }: WorkFieldsProps) {
  const { values, faults, change, locked } = form;
  const { rights } = useUser();
  const courseId = values.course?.id ?? null;
  const topics = useQuery({
    queryKey: [...workKey(courseId ?? 0), 'topics'],
    queryFn: ({ signal }) => listTopics(courseId, signal),
    enabled: courseId !== null,
  });
  const setting = useQuery({
    queryKey: [...workKey(courseId ?? 0), 'categories'],
    queryFn: ({ signal }) => loadSetting(courseId ?? 0, signal),
    enabled: courseId !== null && rights.includes('grade-settings:view'),
  });
  const categories = setting.data?.categories ?? [];
  const points = [...new Set([...POINT_CHOICES.map(String), ...categories.map((one) => String(one.category_point)), values.points])].filter(
    (one) => Number(one) > 0,
  );
  return (
    <div className={styles.column}>
      <ChoiceField
        label={t('work.form.course')}
        source={CLASSES}
        value={values.course ? [values.course] : []}
        disabled={!isNew}
        error={faults['course']}
        onChange={([course]) => change({ course: course ?? null, topic: '', category: '', students: [wholeClass()] })}
      />
      <ChoiceField<number | string>
        label={t('work.form.students')}
        several
        source={studentsOf(courseId)}
        value={values.students}
        disabled={locked}
        error={faults['students']}
        onChange={(students) => change({ students: settleAssignees<number | string, (typeof students)[number]>(students) })}
      />
      <SelectField
        label={t('work.form.topic')}
        value={values.topic}
        error={faults['topic']}
        options={[{ value: '', label: t('work.form.noTopic') }, ...(topics.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={({ target }) => change({ topic: target.value })}
      />
      {kind !== 'MATERIAL' && (
        <>
          <div className={styles.two}>
            <SelectField
              label={t('work.form.points')}
              value={values.points}
              error={faults['points']}
              options={[...points.map((value) => ({ value, label: value })), { value: '', label: t('work.form.noPoints') }]}
              onChange={({ target }) => change({ points: target.value })}
            />
            <SelectField
              label={t('work.form.category')}
              value={values.category}
              error={faults['category']}
              options={[
                { value: '', label: t('work.form.noCategory') },
                ...categories.map(({ category_id, category_name }) => ({ value: String(category_id), label: category_name })),
              ]}
              onChange={({ target }) => change({ category: target.value })}
            />
          </div>
          <div className={styles.two}>
            <DateField
              label={t('work.form.dueDate')}
              value={values.due_on}
              disabled={isOfAssessment}
              error={faults['due_on']}
              description={isNew && values.due_on !== '' && values.due_on < dateOf(new Date()) ? t('work.form.duePast') : undefined}
              onChange={({ target }) => change({ due_on: target.value })}
            />
            <TimePicker
              label={t('work.form.dueTime')}
              value={values.due_time}
              disabled={values.due_on === ''}
              error={faults['due_time']}
              description={values.due_on !== '' && values.due_time === '' ? t('work.form.endOfDay') : undefined}
              onChange={(due_time) => change({ due_time })}
            />
          </div>
        </>
      )}
      {!locked && <Posting form={form} isMissed={isMissed} />}
    </div>
  );
}

function Posting({ form: { values, faults, change }, isMissed }: Pick<WorkFieldsProps, 'form' | 'isMissed'>) {
  return (
    <>
      {isMissed && values.when === 'draft' && (
        <Notice hue="amber" icon={IconClockExclamation}>
          {t('work.form.missed')}
        </Notice>
      )}
      <Segments
        label={t('work.form.when')}
        value={values.when}
        segments={(['now', 'later', 'draft'] as const).map((value) => ({ value, label: t(`work.form.when.${value}`) }))}
        onChange={(when) => change({ when })}
      />
      {values.when === 'later' && (
        <div className={styles.two}>
          <DateField
            label={t('work.form.postDate')}
            value={values.post_on}
            error={faults['post_on']}
            onChange={({ target }) => change({ post_on: target.value })}
          />
          <TimePicker
            label={t('work.form.postTime')}
            value={values.post_time === '' ? '08:00' : values.post_time}
            onChange={(post_time) => change({ post_time })}
          />
        </div>
      )}
    </>
  );
}

/** Returns the whole class first, then its students, found by name. */
const studentsOf = (courseId: number | null) => ({
  name: `/class-wise-account-list ${courseId} ${ALL_STUDENTS}`,
  isWhole: true,
  load: async (_text: string, signal: AbortSignal) => [wholeClass(), ...(courseId === null ? [] : await listStudents(courseId, signal))],
});
