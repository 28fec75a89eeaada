import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { type Choice, ChoiceField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconSchool } from '../../../ui/plain/icons.ts';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import { addAccounts, searchAccounts } from './calls.ts';
import styles from './invitation-groups.module.css';
import { t } from '../../../base/t.ts';

/** Adds people to a group: several found by typing and selected as chips, a whole class or level, or a spreadsheet. */
export function AddAccounts({ groupId, onAdded, onImport, onClass }: { groupId: number; onAdded: () => void; onImport: () => void; onClass: () => void }) {
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [fault, setFault] = useState<string>();
  const [inserting, setInserting] = useState(false);
  const insert = async () => {
    setInserting(true);
    setFault(undefined);
    try {
      const ids = chosen.map(({ id }) => Number(id));
      showSnack(await addAccounts(groupId, ids));
      setChosen((now) => now.filter(({ id }) => !ids.includes(Number(id))));
      onAdded();
    } catch (failure) {
      setFault(errorText(failure));
    } finally {
      setInserting(false);
    }
  };
  return (
    <div className={styles.add}>
      <ChoiceField
        several
        label={t('invitationGroup.add')}
        value={chosen}
        onChange={setChosen}
        source={{ name: 'accounts', load: searchAccounts }}
        error={fault}
      />
      <Button variant="filled" disabled={chosen.length === 0} pending={inserting} onClick={() => void insert()}>
        {inserting ? t('invitationGroup.inserting') : t('invitationGroup.insert')}
      </Button>
      <Button icon={IconSchool} onClick={onClass}>
        {t('invitationGroup.class.open')}
      </Button>
      <Button icon={IconCloudUpload} onClick={onImport}>
        {t('invitationGroup.importHere')}
      </Button>
    </div>
  );
}
