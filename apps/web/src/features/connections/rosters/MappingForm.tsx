import { ROSTER_FIELDS, ROSTER_TABLE_KINDS } from '@classwright/contract/connections/rosters/limits';
import { useEffect, useRef, useState } from 'react';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import type { Mapping, Mappings, UnknownTable } from './calls.ts';
import styles from './rosters.module.css';
import { t } from '../../../base/t.ts';

interface MappingProps {
  tables: readonly UnknownTable[];
  /** True while they are being sent. */
  pending: boolean;
  error: unknown;
  onMapped: (mappings: Mappings) => void;
  onCancel: () => void;
}

const IGNORE: Mapping = { kind: 'ignore', columns: {} };
type Field = keyof typeof ROSTER_FIELDS.person | keyof typeof ROSTER_FIELDS.class | keyof typeof ROSTER_FIELDS.member | keyof typeof ROSTER_FIELDS.session;

const fieldsOf = (kind: Mapping['kind']): [Field, boolean][] => Object.entries(ROSTER_FIELDS[kind]) as [Field, boolean][];
const lacksOne = ({ kind, columns }: Mapping): boolean => fieldsOf(kind).some(([field, isNeeded]) => isNeeded && !columns[field]);

/** A form that maps the columns of tables whose system is not recognized. */
export function MappingForm({ tables, pending, error, onMapped, onCancel }: MappingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [mappings, setMappings] = useState<Mappings>(() => Object.fromEntries(tables.map(({ signature, guess }) => [signature, guess ?? IGNORE])));
  const [isTried, setTried] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const submit = (): void => {
    setTried(true);
    if (!Object.values(mappings).some(lacksOne)) onMapped(mappings);
  };
  return (
    <Card className={styles.mapping}>
      <h2 ref={heading} tabIndex={-1}>
        {t('rosters.map.title')}
      </h2>
      <p>{t('rosters.map.about')}</p>
      {tables.map((table) => (
        <TableFields
          key={table.signature}
          table={table}
          mapping={mappings[table.signature] ?? IGNORE}
          isTried={isTried}
          onChange={(mapping) => setMappings({ ...mappings, [table.signature]: mapping })}
        />
      ))}
      {error !== null && error !== undefined && <Notice>{errorText(error)}</Notice>}
      <div className={styles.acts}>
        <Button onClick={onCancel} disabled={pending}>
          {t('rosters.drop.files')}
        </Button>
        <Button variant="filled" onClick={submit} pending={pending}>
          {t('rosters.map.submit')}
        </Button>
      </div>
    </Card>
  );
}

interface FieldsProps {
  table: UnknownTable;
  mapping: Mapping;
  isTried: boolean;
  onChange: (mapping: Mapping) => void;
}

function TableFields({ table: { file, columns }, mapping, isTried, onChange }: FieldsProps) {
  const options = [
    { value: '', label: t('rosters.map.none') },
    ...columns.map(({ title, sample }) => ({ value: title, label: sample === '' ? title : t('rosters.map.example', { title, sample }) })),
  ];
  const hasRole = mapping.kind === 'person' || mapping.kind === 'member';
  const change = (field: string, title: string): void => {
    const { [field]: _before, ...others } = mapping.columns;
    onChange({ ...mapping, columns: title === '' ? others : { ...others, [field]: title } });
  };
  return (
    <fieldset className={styles.table}>
      <legend dir="auto">{file}</legend>
      <div className={styles.options}>
        <SelectField
          label={t('rosters.map.table', { file })}
          value={mapping.kind}
          onChange={({ target }) => onChange({ kind: ROSTER_TABLE_KINDS.find((kind) => kind === target.value) ?? 'ignore', columns: {} })}
          options={ROSTER_TABLE_KINDS.map((kind) => ({ value: kind, label: t(`rosters.map.kind.${kind}`) }))}
        />
        {hasRole && (
          <SelectField
            label={t('rosters.map.role')}
            value={mapping.role ?? ''}
            onChange={({ target }) => onChange({ ...mapping, role: target.value === '' ? undefined : target.value === 'teacher' ? 'teacher' : 'student' })}
            options={[
              { value: '', label: t('rosters.map.roleByColumn') },
              { value: 'student', label: t('rosters.map.role.student') },
              { value: 'teacher', label: t('rosters.map.role.teacher') },
            ]}
          />
        )}
        {fieldsOf(mapping.kind)
          .filter(([field]) => field !== 'role' || !mapping.role)
          .map(([field, isNeeded]) => (
            <SelectField
              key={field}
              label={t(`rosters.map.field.${field}`)}
              value={mapping.columns[field] ?? ''}
              error={isTried && isNeeded && !mapping.columns[field] ? t('rosters.map.required') : undefined}
              onChange={({ target }) => change(field, target.value)}
              options={options}
            />
          ))}
      </div>
    </fieldset>
  );
}
