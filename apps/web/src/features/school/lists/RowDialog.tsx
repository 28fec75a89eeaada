import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { FormProblem } from '../../../ui/form/index.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { FieldInput } from './fields/FieldInput.tsx';
import type { Row } from './list-calls.ts';
import styles from './lists.module.css';
import { Swatch } from './Swatch.tsx';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import { inWords } from './in-words.ts';
import { useOnlyChoices } from './use-only-choices.ts';
import { useRowForm, type Saved } from './use-row-form.ts';
import { fieldsOf } from './values.ts';

/** The dialog to create or edit a row. Without a row it creates one. */
export function RowDialog({ list, row, onClose, onSaved }: { list: ReferenceList; row: Row | null; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const form = useRowForm(list, row, onSaved);
  useOnlyChoices(list, row === null, (name, value) => form.begin({ [name]: value }));
  const thing = messageOf(list.title.one);
  const color = String(form.values['color'] ?? '');
  const fields = fieldsOf(list);
  const named = new Map(fields);
  return (
    <FormDialog
      opened
      width={600}
      title={t(row ? 'list.edit' : 'list.create', { thing })}
      onClose={onClose}
      onSubmit={() => form.save()}
      {...(row === null && { another: { label: t('list.another'), onSubmit: () => form.saveAndNext() } })}
      dirty={form.isDirty}
      error={
        <FormProblem
          form={form}
          label={(name) => messageOf(named.get(name)?.label ?? name)}
          words={(name, values) => {
            const field = named.get(name);
            return field && inWords(field, values[name]);
          }}
        />
      }
    >
      <div className={styles.fields}>
        {fields.map(([name, field]) => (
          <div key={name} className={classes(styles.place, field.half && styles.half)}>
            <FieldInput
              field={field}
              value={form.values[name] ?? null}
              onChange={(value) => form.change({ [name]: value })}
              error={form.faults[name]}
              color={color}
            />
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
