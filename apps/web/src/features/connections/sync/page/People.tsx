import type { BriefResult } from '@classwright/contract/core/endpoint';
import type { syncPeople, SyncPeopleChoice, SyncPersonView } from '@classwright/contract/connections/sync/people';
import { useState } from 'react';
import type { Hue } from '../../../../base/hue.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../../ui/data-table/use-selection.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { IconBan, IconCheck, IconHelpHexagon, IconHome, IconUser } from '../../../../ui/plain/icons.ts';
import { listPeople, matchPeople, matchPerson, SYNC } from '../calls.ts';
import { parseSyncSearch, PERSON_STATES, type SyncSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import { people } from '../../../../ui/form/people.ts';
import { ChooseDialog } from './ChooseDialog.tsx';
import styles from './page.module.css';

type Person = SyncPersonView;

const LOOKS: Readonly<Record<Person['state'], { hue: Hue; icon: IconComponent }>> = {
  matched: { hue: 'green', icon: IconCheck },
  proposed: { hue: 'blue', icon: IconHelpHexagon },
  unknown: { hue: 'amber', icon: IconUser },
  only_here: { hue: 'gray', icon: IconHome },
  ignored: { hue: 'gray', icon: IconBan },
};

/** Google's people and accounts here have separate ids. */
const keyOf = ({ id, state }: Person): string => (state === 'only_here' ? `account ${id}` : String(id));

/** Returns the name of a person in Google Classroom. Google may hide it. */
const nameOf = ({ name, email, account_name }: Person): string => name ?? email ?? account_name ?? t('syncPeople.somebody');

/** Matches people of Google Classroom with accounts here. */
export function People() {
  const { search, replace } = usePageSearch(parseSyncSearch);
  const mayRun = useUser().rights.includes('classroom-sync:run');
  const { page = 1, search_text, state, class: courseId } = search;
  const query = { page, ...(search_text && { search: search_text }), ...(state && { state }), ...(courseId !== undefined && { course_id: courseId }) };
  const list = usePagedList([SYNC, 'people'], query, listPeople);
  const [choosing, setChoosing] = useState<Person | null>(null);
  const [making, setMaking] = useState<Person | null>(null);
  const [isMakingMany, setMakingMany] = useState(false);
  const [busy, setBusy] = useState(false);
  const match = async (person: Person, body: Parameters<typeof matchPerson>[1]) => {
    const { message } = await matchPerson(person.id, body);
    await queryClient.invalidateQueries({ queryKey: [SYNC] });
    showSnack(message);
  };
  const inTurn = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  const selection = useSelection(`${search_text ?? ''} ${state ?? ''} ${courseId ?? ''}`);
  const chosen = [...selection.keys].flatMap((key) => (/^\d+$/.test(String(key)) ? Number(key) : []));
  const [refused, setRefused] = useState<Refused>([]);
  const say = async (ids: number[], choice: SyncPeopleChoice) => {
    const done = await matchPeople(ids, choice);
    setRefused(done.refused);
    selection.clear();
    await queryClient.invalidateQueries({ queryKey: [SYNC] });
    const canUndo = done.ids.length > 0 && (choice === 'accept' || choice === 'ignore');
    if (done.ids.length > 0) showSnack(done.message, canUndo ? { undo: () => takeBack(done.ids) } : {});
  };
  const sayAtOnce = (ids: number[], choice: SyncPeopleChoice) => void inTurn(() => say(ids, choice));
  const means: Means = {
    isBusy: busy,
    canCreate: list.data?.can_create ?? false,
    onAccept: (person, account_id) => void inTurn(() => match(person, { account_id })),
    onChoose: setChoosing,
    onMake: setMaking,
    onIgnore: ({ id }) => sayAtOnce([id], 'ignore'),
    onForget: ({ id }) => sayAtOnce([id], 'forget'),
  };
  const shown = (to: Partial<SyncSearch>): SyncSearch => ({ tab: 'people', ...(courseId !== undefined && { class: courseId }), ...to });
  return (
    <>
      {refused.length > 0 && <RefusedRows words={t('syncPeople.refused', { count: refused.length })} rows={refused} />}
      <DataTable
        caption={t('syncPage.part.people')}
        rowKey={keyOf}
        list={list}
        state={{ page, ...(search_text !== undefined && { search_text }) }}
        onState={(to) => replace(shown({ ...(state && { state }), ...to }))}
        tools={
          list.data && (
            <SelectField
              label={t('syncPeople.show')}
              value={state ?? ''}
              onChange={({ target }) => {
                const next = PERSON_STATES.find((one) => one === target.value);
                replace(shown({ ...(search_text !== undefined && { search_text }), ...(next && { state: next }) }));
              }}
              options={optionsOf(list.data.counts)}
            />
          )
        }
        selecting={
          mayRun
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: (
                  <>
                    <Button size="s" disabled={busy || chosen.length === 0} onClick={() => sayAtOnce(chosen, 'accept')}>
                      {t('syncPeople.accept')}
                    </Button>
                    {means.canCreate && (
                      <Button size="s" disabled={busy || chosen.length === 0} onClick={() => setMakingMany(true)}>
                        {t('syncPeople.makeMany')}
                      </Button>
                    )}
                    <Button size="s" disabled={busy || chosen.length === 0} onClick={() => sayAtOnce(chosen, 'ignore')}>
                      {t('syncPeople.ignore')}
                    </Button>
                    <Button size="s" disabled={busy || chosen.length === 0} onClick={() => sayAtOnce(chosen, 'forget')}>
                      {t('syncPeople.forget')}
                    </Button>
                  </>
                ),
              }
            : undefined
        }
        columns={columnsOf(mayRun ? means : null)}
        empty={
          state === undefined ? (
            <EmptyState title={t('syncPeople.none')}>{t('syncPeople.noneHint')}</EmptyState>
          ) : (
            <EmptyState compact title={t('syncPeople.noneOfState')} />
          )
        }
      />
      {choosing && (
        <ChooseDialog
          key={choosing.id}
          title={t('syncPeople.chooseOf', { name: nameOf(choosing) })}
          label={t('syncPeople.account')}
          hint={t('syncPeople.chooseHint', { name: nameOf(choosing) })}
          missing={t('syncPeople.accountMissing')}
          source={people}
          submitLabel={t('syncPeople.doChoose')}
          pendingLabel={t('syncPeople.doing')}
          onClose={() => setChoosing(null)}
          onChoose={(account_id) => match(choosing, { account_id })}
        />
      )}
      <ConfirmDialog
        opened={isMakingMany}
        onClose={() => setMakingMany(false)}
        title={t('syncPeople.makeManyAsk', { count: chosen.length })}
        confirmLabel={t('syncPeople.makeMany')}
        cancelLabel={t('common.cancel')}
        width={500}
        onConfirm={() => say(chosen, 'create')}
      >
        {t('syncPeople.makeManyAbout')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={making !== null}
        onClose={() => setMaking(null)}
        title={t('syncPeople.makeAsk', { name: making ? nameOf(making) : '' })}
        confirmLabel={t('syncPeople.make')}
        cancelLabel={t('common.cancel')}
        width={500}
        onConfirm={() => making && match(making, { create: true })}
      >
        {making?.email == null ? t('syncPeople.noAddress') : t('syncPeople.makeAbout', { email: making.email })}
      </ConfirmDialog>
    </>
  );
}

function optionsOf(counts: BriefResult<typeof syncPeople>['counts']): { value: string; label: string }[] {
  const all = PERSON_STATES.reduce((sum, state) => sum + counts[state], 0);
  return [
    { value: '', label: t('syncPeople.all', { count: all }) },
    ...PERSON_STATES.map((state) => ({ value: state, label: t('syncPeople.ofState', { state: t(`syncPeople.state.${state}`), count: counts[state] }) })),
  ];
}

interface Means {
  isBusy: boolean;
  canCreate: boolean;
  onAccept: (person: Person, accountId: number) => void;
  onChoose: (person: Person) => void;
  onMake: (person: Person) => void;
  onIgnore: (person: Person) => void;
  onForget: (person: Person) => void;
}

type Refused = Awaited<ReturnType<typeof matchPeople>>['refused'];

/** Undoes the matching of several people. */
async function takeBack(ids: number[]): Promise<string> {
  const { message } = await matchPeople(ids, 'forget');
  await queryClient.invalidateQueries({ queryKey: [SYNC] });
  return message;
}

/** The number of class names that can be read at a glance. */
const NAMED = 2;
function classText(classes: readonly string[]): string {
  const named = classes.slice(0, NAMED).join(', ');
  return classes.length > NAMED ? t('syncPeople.more', { classes: named, count: classes.length - NAMED }) : named;
}

function columnsOf(means: Means | null): Column<Person>[] {
  return [
    {
      key: 'there',
      header: t('syncPeople.there'),
      heading: true,
      cell: (person) =>
        person.state === 'only_here' ? (
          <span className={styles.stack}>{t('syncPeople.notThere')}</span>
        ) : (
          <span className={styles.stack}>
            <span dir="auto">{nameOf(person)}</span>
            <small>{person.email ?? t('syncPeople.noAddress')}</small>
          </span>
        ),
    },
    {
      key: 'here',
      header: t('syncPeople.here'),
      cell: ({ account_name, account_email }) => (
        <span className={styles.stack}>
          <span dir="auto">{account_name ?? t('syncPeople.nobody')}</span>
          {account_email !== null && <small>{account_email}</small>}
        </span>
      ),
    },
    {
      key: 'classes',
      header: t('syncPeople.classes'),
      cell: ({ classes, role }) => (
        <span className={styles.stack}>
          <span dir="auto">{classText(classes)}</span>
          {role !== null && <small>{t(`syncPeople.role.${role}`)}</small>}
        </span>
      ),
    },
    {
      key: 'state',
      header: t('syncPeople.state'),
      cell: ({ state, note }) => (
        <span className={styles.stack}>
          <Chip {...LOOKS[state]}>{t(`syncPeople.state.${state}`)}</Chip>
          {note !== null && <small dir="auto">{note}</small>}
        </span>
      ),
    },
    ...(means
      ? [
          {
            key: 'actions',
            header: t('syncPage.actions'),
            align: 'end' as const,
            card: 'bare' as const,
            cell: (person: Person) => person.state !== 'only_here' && <PersonActs person={person} {...means} />,
          },
        ]
      : []),
  ];
}

function PersonActs({ person, isBusy, canCreate, onAccept, onChoose, onMake, onIgnore, onForget }: Means & { person: Person }) {
  const { state, account_id, account_name } = person;
  const name = nameOf(person);
  return (
    <span className={styles.actions}>
      {state === 'proposed' && account_id !== null && (
        <Button
          size="s"
          variant="light"
          disabled={isBusy}
          aria-label={t('syncPeople.acceptOf', { name, account: account_name ?? '' })}
          onClick={() => onAccept(person, account_id)}
        >
          {t('syncPeople.accept')}
        </Button>
      )}
      <Button size="s" disabled={isBusy} aria-label={t('syncPeople.chooseOf', { name })} onClick={() => onChoose(person)}>
        {t('syncPeople.choose')}
      </Button>
      {canCreate && state !== 'matched' && (
        <Button size="s" disabled={isBusy} aria-label={t('syncPeople.makeOf', { name })} onClick={() => onMake(person)}>
          {t('syncPeople.make')}
        </Button>
      )}
      {state === 'ignored' && (
        <Button size="s" variant="subtle" disabled={isBusy} aria-label={t('syncPeople.forgetOf', { name })} onClick={() => onForget(person)}>
          {t('syncPeople.forget')}
        </Button>
      )}
      {state !== 'ignored' && state !== 'matched' && (
        <Button size="s" variant="subtle" disabled={isBusy} aria-label={t('syncPeople.ignoreOf', { name })} onClick={() => onIgnore(person)}>
          {t('syncPeople.ignore')}
        </Button>
      )}
    </span>
  );
}
