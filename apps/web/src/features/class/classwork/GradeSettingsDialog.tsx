import { CALCULATION_TYPES, type CalculationType } from '@classwright/contract/class/classwork/kinds';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { randomId } from '../../../base/random-id.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { type Faults, useVersionedForm } from '../../../base/versioned-form.ts';
import { FormProblem, SelectField, SwitchField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { focusFault } from '../../../ui/plain/focus-fault.ts';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { createSetting, type GradeSetting, loadSetting, updateSetting, workKey } from './calls.ts';
import styles from './grade-settings.module.css';
import { t } from '../../../base/t.ts';

/**
 * Renders an offer of settings for a class without its own. `isLocked`: typed values exist, which the offer would
 * replace.
 */
export type RenderOffer = (how: { isLocked: boolean; onTaken: () => void }) => ReactNode;

export interface GradeSettingsDialogProps {
  courseId: number;
  mayEdit: boolean;
  /** The number of graded items of the class without a category. */
  withoutCategory: number;
  renderOffer?: RenderOffer;
  onClose: () => void;
  onSaved: () => void;
}

/**
 * A dialog for computing the grades of a class. A press outside does not close it; Escape does, and asks first if
 * something was typed.
 */
export function GradeSettingsDialog(props: GradeSettingsDialogProps) {
  const { courseId, onClose } = props;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...workKey(courseId), 'setting'],
    queryFn: ({ signal }) => loadSetting(courseId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // the base of unsaved input must not change
  });
  const onTaken = () => {
    void refetch();
    props.onSaved();
  };
  // the applied settings replace the empty form
  if (data) return <SettingForm key={data.setting_id} {...props} setting={data} onTaken={onTaken} />;
  return (
    <Dialog opened persistent onClose={onClose} title={t('gradebook.title')} width={700} footer={<Button onClick={onClose}>{t('gradebook.close')}</Button>}>
      {error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={6} />}
    </Dialog>
  );
}

interface CategoryLine {
  /** A key only for this form. */
  key: string;
  id: number | null;
  name: string;
  point: string;
  drop: string;
}
interface Values {
  calculation_type: CalculationType | '';
  show_grade: boolean;
  exclude_missing: boolean;
  categories: readonly CategoryLine[];
}

const toValues = (setting: GradeSetting | null): Values => ({
  calculation_type: setting?.setting_id ? setting.calculation_type : '',
  show_grade: setting?.show_grade ?? true,
  exclude_missing: setting?.exclude_missing ?? false,
  categories: (setting?.categories ?? []).map(({ category_id, category_name, category_point, drop_lowest }) => ({
    key: String(category_id),
    id: category_id,
    name: category_name,
    point: String(category_point),
    drop: String(drop_lowest),
  })),
});

const toBody = ({ calculation_type, show_grade, exclude_missing, categories }: Values) => ({
  calculation_type: calculation_type as CalculationType,
  show_grade,
  exclude_missing,
  categories: categories.map(({ id, name, point, drop }) => ({
    ...(id !== null && { category_id: id }),
    category_name: name,
    category_point: toPlainNumber(point),
    drop_lowest: drop.trim(),
  })),
});

/** Returns a typed number with a point before its decimals. */
const toPlainNumber = (typed: string): string => typed.trim().replace(',', '.');

interface SettingFormProps extends GradeSettingsDialogProps {
  setting: GradeSetting;
  onTaken: () => void;
}

function SettingForm({ setting, courseId, mayEdit: mayBegin, withoutCategory, renderOffer, onClose, onSaved, onTaken }: SettingFormProps) {
  const [isConfirming, setConfirming] = useState<string | null>(null);
  const isConfirmed = useRef(false);
  const frame = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const [failures, setFailures] = useState(0);
  // once the fields can be edited again and show their errors
  useEffect(() => void (failures > 0 && focusFault(frame.current)), [failures]);
  const form = useVersionedForm<GradeSetting, Values, { setting: GradeSetting; message: string }>({
    row: setting,
    toValues,
    // another person has set it up for the first time since: their setting is the newer one
    conflictCodes: ['EDIT_CONFLICT', 'SETTING_EXISTS'],
    findFaults: ({ calculation_type }): Faults => (calculation_type === '' ? { calculation_type: t('gradebook.required') } : {}),
    save: (values, base) => {
      const settingId = base?.setting_id ?? null;
      if (settingId === null) return createSetting({ course_id: courseId, ...toBody(values) });
      return updateSetting(settingId, { ...toBody(values), confirm: isConfirmed.current, ...(base?.updated_at && { updated_at: base.updated_at }) });
    },
    onSaved: ({ message }) => {
      showSnack(message);
      onSaved();
    },
    onFailure: (failure) => {
      if (isApiError(failure, 'CATEGORY_IN_USE')) setConfirming(errorText(failure));
    },
  });
  const { values, faults, change, pending } = form;
  // text typed before the class was archived can be read, copied and sent again
  const mayEdit = mayBegin || form.isDirty;
  const letGo = useUnsaved(form.isDirty && !pending);
  const close = () => (form.isDirty ? setAsking(true) : onClose());
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (pending) return;
    if (await form.save()) {
      letGo();
      onClose();
    } else setFailures((count) => count + 1);
  };
  const setLine = (key: string, part: Partial<CategoryLine>) =>
    change({ categories: values.categories.map((line) => (line.key === key ? { ...line, ...part } : line)) });
  return (
    <>
      <Dialog
        opened
        onClose={close}
        title={t('gradebook.title')}
        width={700}
        persistent
        locked={pending || asking || isConfirming !== null}
        footer={
          <>
            <Button onClick={close} disabled={pending}>
              {t('gradebook.close')}
            </Button>
            {mayEdit && (
              <Button variant="filled" pending={pending} onClick={() => void save()}>
                {t(pending ? 'gradebook.saving' : 'gradebook.save')}
              </Button>
            )}
          </>
        }
      >
        <Stack as="form" ref={frame} noValidate gap={16} onSubmit={(event) => void save(event)}>
          <FormProblem
            form={{ ...form, error: isConfirming === null && !isApiError(form.error, 'CATEGORY_IN_USE') ? form.error : null }}
            label={(field) => t(`gradebook.field.${field}`)}
            words={wordsOf}
          />
          {mayEdit && setting.setting_id === null && renderOffer?.({ isLocked: form.isDirty || pending, onTaken })}
          <Stack as="fieldset" disabled={!mayEdit || pending} gap={16} className={styles.fields}>
            <SelectField
              label={t('gradebook.calculation')}
              value={values.calculation_type}
              error={faults['calculation_type']}
              onChange={({ target }) => change({ calculation_type: CALCULATION_TYPES.find((one) => one === target.value) ?? '' })}
              options={[
                ...(values.calculation_type === '' ? [{ value: '', label: t('gradebook.calculation.choose') }] : []),
                ...CALCULATION_TYPES.map((value) => ({ value, label: t(`gradebook.calculation.${value}`) })),
              ]}
            />
            <SwitchField label={t('gradebook.showGrade')} checked={values.show_grade} onChange={(show_grade) => change({ show_grade })} />
            <SwitchField
              label={t('gradebook.excludeMissing')}
              description={t('gradebook.excludeHint')}
              checked={values.exclude_missing}
              onChange={(exclude_missing) => change({ exclude_missing })}
            />
            <Stack as="section" gap={16} className={styles.categories} aria-label={t('gradebook.categories')}>
              <h3>{t('gradebook.categories')}</h3>
              {faults['categories'] && (
                <Text role="alert" tone="error" tabIndex={-1} data-fault>
                  {faults['categories']}
                </Text>
              )}
              {values.categories.map((line, index) => (
                <Grid key={line.key} gap={10} align="end" className={styles.line}>
                  <TextField
                    label={t('gradebook.categoryName')}
                    value={line.name}
                    maxLength={200}
                    autoComplete="off"
                    error={faults[`categories.${index}.category_name`]}
                    onChange={({ target }) => setLine(line.key, { name: target.value })}
                  />
                  <TextField
                    label={t('gradebook.categoryPoint')}
                    value={line.point}
                    inputMode="decimal"
                    autoComplete="off"
                    error={faults[`categories.${index}.category_point`]}
                    onChange={({ target }) => setLine(line.key, { point: target.value })}
                  />
                  <TextField
                    label={t('gradebook.dropLowest')}
                    value={line.drop}
                    inputMode="numeric"
                    autoComplete="off"
                    error={faults[`categories.${index}.drop_lowest`]}
                    onChange={({ target }) => setLine(line.key, { drop: target.value })}
                  />
                  <Button
                    icon={IconTrash}
                    aria-label={`${t('gradebook.remove')} ${line.name}`.trim()}
                    onClick={() => change({ categories: values.categories.filter(({ key }) => key !== line.key) })}
                  >
                    {t('gradebook.remove')}
                  </Button>
                </Grid>
              ))}
              <Row wrap gap={14} rowGap={8} className={styles.foot}>
                <Button
                  icon={IconPlus}
                  onClick={() => change({ categories: [...values.categories, { key: randomId(), id: null, name: '', point: '', drop: '0' }] })}
                >
                  {t('gradebook.addCategory')}
                </Button>
                {values.calculation_type === 'WEIGHTED_BY_CATEGORY' && values.categories.length > 0 && <p>{t('gradebook.sum', { sum: sumOf(values) })}</p>}
                {values.calculation_type === 'WEIGHTED_BY_CATEGORY' && withoutCategory > 0 && <p>{t('gradebook.without', { count: withoutCategory })}</p>}
              </Row>
            </Stack>
          </Stack>
        </Stack>
      </Dialog>
      {isConfirming !== null && (
        <DeleteDialog
          title={t('gradebook.removeTitle')}
          confirmLabel={t('gradebook.removeConfirm')}
          onClose={() => setConfirming(null)}
          onDelete={() => {
            isConfirmed.current = true;
            setConfirming(null);
            void save().finally(() => {
              isConfirmed.current = false;
            });
          }}
        >
          {isConfirming}
        </DeleteDialog>
      )}
      <ConfirmDialog
        opened={asking}
        danger
        title={t('gradebook.title')}
        confirmLabel={t('dialog.discard')}
        cancelLabel={t('dialog.keepEditing')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          letGo();
          onClose();
        }}
      >
        {t('dialog.unsaved')}
      </ConfirmDialog>
    </>
  );
}

/** Returns the sum of the typed points. Text that is not a number counts as nothing. */
const sumOf = ({ categories }: Values): string => {
  const sum = categories.reduce((total, { point }) => total + (Number(toPlainNumber(point)) || 0), 0);
  return String(Math.round(sum * 100) / 100);
};

function wordsOf(field: keyof Values & string, values: Values): string {
  if (field === 'categories') return values.categories.map(({ name, point }) => `${name} (${point})`).join(', ');
  if (field === 'calculation_type') return values.calculation_type === '' ? '' : t(`gradebook.calculation.${values.calculation_type}`);
  return t(values[field] ? 'common.yes' : 'common.no');
}
