import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { FormProblem, type Choice } from '../../../ui/form/index.ts';
import { classes } from '../../../ui/plain/classes.ts';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { FieldInput } from './fields/FieldInput.tsx';
import type { Row } from './list-calls.ts';
import styles from './lists.module.css';
import { Swatch } from './Swatch.tsx';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import type { ListField } from '@classwright/contract/core/list-fields';
import { day, timeOfDay } from './format.ts';
import { colorName, styleName } from './names.ts';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useEvent } from '../../../base/use-event.ts';
import { choicesOf } from './choices.ts';
import { useUser } from '../../../base/use-user.ts';
import { choosesSchool } from './schools.ts';
import { useRowForm, type Saved } from './use-row-form.ts';
import { fieldsOf, type FieldValue } from './values.ts';

/** The dialog to create or edit a row. Without a row it creates one. */
export function RowDialog({ list, row, onClose, onSaved }: { list: ReferenceList; row: Row | null; onClose: () => void; onSaved: (saved: Saved) => void }) {
  const form = useRowForm(list, row, onSaved);
  useOnlyChoices(list, row === null, (name, value) => form.begin({ [name]: value }));
  const thing = messageOf(list.title.one);
  const color = String(form.values['color'] ?? '');
  const named = new Map(fieldsOf(list));
  const user = useUser();
  // A row keeps its school, and people of one school create rows of theirs.
  const fields = [...named].filter(([name]) => !list.perSchool || name !== 'school_id' || (row === null && choosesSchool(list, user)));
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
      <Grid gap={16} className={styles.fields}>
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
      </Grid>
    </FormDialog>
  );
}

/** Returns a field's value as text. */
function inWords({ kind }: ListField, value: FieldValue | undefined): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('list.nothing');
  if (Array.isArray(value)) return (value as readonly Choice[]).map(({ name }) => name).join(', ');
  if (typeof value === 'boolean') return value ? t('list.yes') : t('list.no');
  const text = String(value);
  switch (kind) {
    case 'date':
      return day(text);
    case 'time':
      return timeOfDay(text);
    case 'colour':
      return colorName(text);
    case 'style':
      return styleName(text);
    default:
      return text;
  }
}

/** Preselects the option in a new row if there is only one. */
function useOnlyChoices(list: ReferenceList, isNew: boolean, begin: (name: string, value: FieldValue) => void): void {
  const fields = fieldsOf(list).flatMap(([name, { isRequired, reference }]) =>
    isNew && isRequired && reference?.to.choices.by === 'rows' ? [{ name, source: choicesOf(reference.to) }] : [],
  );
  const answers = useQueries({
    queries: fields.map(({ source }) => ({
      queryKey: ['choices', source.name, ''],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.load('', signal),
    })),
  });
  const found = answers.flatMap(({ data }, at) => (data?.length === 1 && data[0] ? [{ name: fields[at]?.name ?? '', choice: data[0] }] : []));
  const start = useEvent(() => {
    for (const { name, choice } of found) begin(name, [choice]);
  });
  const names = found.map(({ name }) => name).join();
  useEffect(() => {
    if (names !== '') start();
  }, [names, start]);
}
