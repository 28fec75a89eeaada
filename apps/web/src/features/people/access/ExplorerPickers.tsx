import { useState } from 'react';
import { people } from '../../../ui/form/people.ts';
import type { ExplorerSearch } from './search.ts';
import { ChoiceField, SelectField, type Choice } from '../../../ui/form/index.ts';
import styles from './access.module.css';
import { operations, roles } from './sources.ts';
import { t } from '../../../base/t.ts';

interface PickersProps {
  search: ExplorerSearch;
  /** The name of the chosen person or role, once known. */
  subjectName: string | undefined;
  /** The description of the chosen call, once known. */
  operationName: string | undefined;
  onSearch: (search: ExplorerSearch) => void;
}

/** Shows the fields that choose the person, role or call to explore. */
export function ExplorerPickers({ search: { account, role, operation }, subjectName, operationName, onSearch }: PickersProps) {
  const [kind, setKind] = useState<'person' | 'role'>(role === undefined ? 'person' : 'role');
  const id = account ?? role;
  const subject: Choice[] = id === undefined ? [] : [{ id, name: subjectName ?? '' }];
  const keepOperation = operation === undefined ? {} : { operation };
  const choose = ([chosen]: readonly Choice[]) => onSearch({ ...keepOperation, ...(chosen ? { [kind === 'person' ? 'account' : 'role']: chosen.id } : {}) });
  return (
    <div className={styles.pickers}>
      <SelectField
        label={t('explorer.kind')}
        value={kind}
        options={[
          { value: 'person', label: t('explorer.person') },
          { value: 'role', label: t('explorer.role') },
        ]}
        onChange={(event) => {
          setKind(event.target.value === 'role' ? 'role' : 'person');
          onSearch(keepOperation);
        }}
      />
      <ChoiceField
        key={kind}
        label={kind === 'person' ? t('explorer.person') : t('explorer.role')}
        value={subject}
        onChange={choose}
        source={kind === 'person' ? people : roles}
      />
      <ChoiceField
        label={t('explorer.operation')}
        value={operation === undefined ? [] : [{ id: operation, name: operationName ?? operation }]}
        onChange={([chosen]) =>
          onSearch({
            ...(account === undefined ? {} : { account }),
            ...(role === undefined ? {} : { role }),
            ...(chosen ? { operation: chosen.id } : {}),
          })
        }
        source={operations}
      />
    </div>
  );
}
