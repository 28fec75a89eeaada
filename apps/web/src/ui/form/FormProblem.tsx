import { useRef, type ReactNode } from 'react';
import { momentOf } from '../../base/dates.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import type { VersionedForm } from '../../base/versioned-form.ts';
import { Button } from '../plain/Button.tsx';
import { errorText } from '../plain/error-text.ts';
import { Notice } from '../plain/Notice.tsx';
import { Box, Grid, Row, Stack, Text } from '../plain/layout/layout.tsx';
import { Segments } from './Segments.tsx';
import styles from './FormProblem.module.css';

interface FormTroubleProps<Values extends object> {
  form: VersionedForm<Values>;
  /** Returns a field's label. */
  label: (field: keyof Values & string) => string;
  /** Returns a field's value as text. */
  words: (field: keyof Values & string, values: Values) => ReactNode;
  /** A hint next to the fields that both changed. */
  hint?: string;
}

/**
 * Shows the reason why a versioned form was not saved: another person's version, a deleted row, or another error. Shows
 * nothing if there is none.
 */
export function FormProblem<Values extends object>(props: FormTroubleProps<Values>) {
  const { form } = props;
  if (form.isGone) return <Gone {...props} />;
  if (form.conflict === null && form.error === null) return null;
  return (
    <Stack gap={12}>
      {form.conflict && <ConflictView {...props} conflict={form.conflict} />}
      {form.error !== null && <Notice>{errorText(form.error)}</Notice>}
    </Stack>
  );
}

/** Two people edited the same row. Shows who, the differences, and a choice for each. No text is lost. */
function ConflictView<Values extends object>({
  form,
  conflict,
  label,
  words,
  hint,
}: FormTroubleProps<Values> & { conflict: NonNullable<VersionedForm<Values>['conflict']> }) {
  const { by, at, taken, differing, chosen } = conflict;
  const time = at ? momentOf(at) : '';
  const title = by?.isSelf ? 'conflict.titleSelf' : by ? 'conflict.title' : at ? 'conflict.titleUnknown' : 'conflict.titleSometime';
  const show = (field: keyof Values & string, values: Values) =>
    words(field, values) || (
      <Text as="span" tone="dimmed">
        {t('conflict.nothing')}
      </Text>
    );
  // The focus goes first to a field with an error, then to a field without a choice.
  const undecided = Object.keys(form.faults).length > 0 ? undefined : differing.find((field) => !chosen[field]);
  return (
    <>
      <Notice hue="amber" assertive>
        <Text weight={600}>{t(title, { name: by?.name ?? '', time })}</Text>
        {taken.length > 0 && <p>{t('conflict.taken', { fields: taken.map(label).join(', ') })}</p>}
        <p>{differing.length > 0 ? [t('conflict.differs'), hint].filter(Boolean).join(' ') : t('conflict.same')}</p>
      </Notice>
      {differing.length > 1 && (
        <Row wrap gap={8} align="stretch">
          <Button size="s" onClick={() => form.choose(differing, 'mine')}>
            {t('conflict.allMine')}
          </Button>
          <Button size="s" onClick={() => form.choose(differing, 'theirs')}>
            {t('conflict.allTheirs')}
          </Button>
        </Row>
      )}
      {differing.map((field) => (
        <Box
          as="section"
          key={field}
          bordered
          radius="lg"
          className={styles.field}
          aria-label={t('conflict.both', { field: label(field) })}
          data-fault={field === undecided || undefined}
        >
          <div className={styles.choice}>
            <Segments
              label={t('conflict.field', { field: label(field) })}
              value={chosen[field] ?? 'mine'}
              segments={[
                { value: 'mine', label: t('conflict.keepMine') },
                { value: 'theirs', label: t('conflict.takeTheirs') },
              ]}
              onChange={(whose) => form.choose([field], whose)}
            />
          </div>
          <Grid gap={12} above={10} className={styles.sides}>
            <div data-chosen={chosen[field] !== 'theirs' || undefined}>
              <h3>{t('conflict.mine')}</h3>
              {show(field, conflict.mine)}
            </div>
            <div data-chosen={chosen[field] === 'theirs' || undefined}>
              <h3>{t('conflict.theirs')}</h3>
              {show(field, conflict.theirs)}
            </div>
          </Grid>
        </Box>
      ))}
    </>
  );
}

/** The row was deleted or archived in the meantime. The typed values can be copied. */
function Gone<Values extends object>({ form, label, words }: FormTroubleProps<Values>) {
  const list = useRef<HTMLDListElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(list.current?.innerText ?? '');
      showSnack(t('conflict.copied'));
    } catch {
      getSelection()?.selectAllChildren(list.current as Node); // the browser allows no writing: ready for Ctrl and C
    }
  };
  return (
    <Stack gap={12}>
      <Notice>
        <Text weight={600}>{t('conflict.gone')}</Text>
        {form.typed.length > 0 && <p>{t('conflict.goneTyped')}</p>}
      </Notice>
      {form.typed.length > 0 && (
        <Box bordered radius="lg" className={styles.field}>
          <Grid as="dl" ref={list} gap={8} breaks below={12} className={styles.typed}>
            {form.typed.map((field) => (
              <div key={field}>
                <dt>{label(field)}</dt>
                <dd>{words(field, form.values)}</dd>
              </div>
            ))}
          </Grid>
          <Button size="s" onClick={() => void copy()}>
            {t('conflict.copy')}
          </Button>
        </Box>
      )}
    </Stack>
  );
}
