import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { classes } from '../../ui/plain/classes.ts';
import { errorText } from '../../ui/plain/error-text.ts';
import { FormDialog } from '../../ui/plain/FormDialog.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { FieldInput } from './fields/FieldInput.tsx';
import type { Row } from './list-calls.ts';
import styles from './lists.module.css';
import { Swatch } from './Swatch.tsx';
import { say, t } from './t.ts';
import { inWords } from './in-words.ts';
import { useOnlyChoices } from './use-only-choices.ts';
import { useRowForm, type Saved } from './use-row-form.ts';
import { fieldsOf, toFormValues } from './values.ts';

/** Create and edit, one dialog: without a row it makes one. */
export function RowDialog({ list, row, onClose, onSaved }: { list: ReferenceList; row: Row | null; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const form = useRowForm(list, row, onSaved);
  useOnlyChoices(list, row === null, form.begin);
  const thing = say(list.title.one);
  const color = String(form.values['color'] ?? '');
  const newerValues = form.newer && toFormValues(list, form.newer.row);
  return (
    <FormDialog
      opened
      width={600}
      title={t(row ? 'list.edit' : 'list.create', { thing })}
      onClose={onClose}
      onSubmit={() => form.save()}
      {...(row === null && { another: { label: t('list.another'), onSubmit: () => form.save(true) } })}
      dirty={form.isDirty}
      error={form.newer ? <Notice hue="amber">{t('list.newer')}</Notice> : form.error === null ? undefined : <Notice>{errorText(form.error)}</Notice>}
    >
      <div className={styles.fields}>
        {fieldsOf(list).map(([name, field]) => (
          <div key={name} className={classes(styles.place, field.half && styles.half)}>
            <FieldInput
              field={field}
              value={form.values[name] ?? null}
              onChange={(value) => form.change(name, value)}
              error={form.faults[name]}
              color={color}
            />
            {newerValues && form.newer?.differing.includes(name) && (
              <p className={styles.newer}>{t('list.newerValue', { value: inWords(field, newerValues[name]) })}</p>
            )}
          </div>
        ))}
        {'color' in form.values && 'style' in form.values && (
          <div className={styles.place} role="group" aria-label={t('list.preview')}>
            <span className={styles.previewLabel}>{t('list.preview')}</span>
            <span className={styles.preview}>
              <Swatch color={color || 'gray'} style={String(form.values['style'])} large />
              {String(form.values[list.naming] ?? '') || thing}
            </span>
          </div>
        )}
      </div>
    </FormDialog>
  );
}
