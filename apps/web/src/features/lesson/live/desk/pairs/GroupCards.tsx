import type { PairPersonView, StaffPairsView } from '@classwright/contract/lesson/live/pairs';
import { FORMS } from '@classwright/contract/lesson/live/forms';
import { scoreGroup } from '@classwright/rules/live/pairing/score';
import { type DragEvent, type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../../../base/t.ts';
import { letterOf } from '../../../../../lesson/moves/choices.ts';
import { classes } from '../../../../../ui/plain/classes.ts';
import { IconArrowsRightLeft, IconCheck, IconLock, IconPlus } from '../../../../../ui/plain/icons.ts';
import { Letter } from '../../../../../ui/plain/Letter.tsx';
import { Row, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { questionOf } from '../../lesson/model.ts';
import { useModel, usePreferences } from '../../use-live.ts';
import { moveTo, type ShownGroup, type Target } from './moves.ts';
import styles from './Pairs.module.css';

interface Drop {
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

interface GroupCardsProps {
  view: StaffPairsView;
  groups: readonly ShownGroup[];
  /** The person who has been picked up, or null. */
  picked: number | null;
  onPick: (id: number | null) => void;
  onChange: (groups: readonly ShownGroup[]) => void;
}

/**
 * The groups as cards. A person is dragged, or picked up by a press and let go by another one: on a person they change
 * places, on a card the person joins. Arrow keys go from name to name and from card to card, Escape puts the person back.
 */
export function GroupCards({ view, groups, picked, onPick, onChange }: GroupCardsProps) {
  const question = useModel((model) => questionOf(model, FORMS[0]));
  const { showsFigures } = usePreferences();
  const [words, setWords] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const held = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    // A name that comes to another card keeps the focus.
    const lost = document.activeElement === document.body || document.activeElement instanceof HTMLDialogElement;
    if (lost && held.current !== undefined) list.current?.querySelector<HTMLElement>(`[data-person="${held.current}"]`)?.focus();
  }, [groups]);
  const personOf = new Map(view.people.map((person) => [person.account_id, person]));
  const nameOf = (id: number) => personOf.get(id)?.name ?? '';

  const say = (text: string) => setWords((before) => (before === text ? `${text}\u00a0` : text));

  function pick(id: number | null): void {
    if (id !== null) say(t('teach.pairs.pickedUp', { name: nameOf(id) }));
    onPick(id);
  }

  function letGo(target: Target, who = picked): void {
    onPick(null);
    if (who === null) return;
    held.current = String(who);
    const next = moveTo(groups, who, target);
    if (!next) return say(t('teach.pairs.putBack', { name: nameOf(who) }));
    say(
      target.is === 'person'
        ? t('teach.pairs.swapped', { name: nameOf(who), other: nameOf(target.id) })
        : t('teach.pairs.moved', { name: nameOf(who), others: target.is === 'new' ? t('teach.pairs.newGroup') : listNames(groups, target.id, nameOf) }),
    );
    onChange(next);
  }

  function onName(id: number): void {
    if (picked === null || groupOf(groups, picked) === groupOf(groups, id)) return pick(picked === id ? null : id);
    letGo({ is: 'person', id });
  }

  /** Moves the focus: left and right from name to name, up and down from card to card. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && picked !== null) {
      event.preventDefault();
      event.stopPropagation();
      say(t('teach.pairs.putBack', { name: nameOf(picked) }));
      return onPick(null);
    }
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (way === undefined || at < 0) return;
    event.preventDefault();
    const isByCard = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const card = stops[at]?.dataset['stop'];
    const isRightToLeft = getComputedStyle(stops[at] as Element).direction === 'rtl' && !isByCard;
    const step = isRightToLeft ? -way : way;
    let next = at + step;
    while (isByCard && stops[next] && stops[next]?.dataset['stop'] === card) next += step;
    stops[next]?.focus();
  }

  const keys = { onKeyDown, onFocus: ({ target }: FocusEvent<HTMLElement>) => void (held.current = target.dataset['person']) };

  const dropOn = (target: Target): Drop => ({
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      event.stopPropagation();
      letGo(target, Number(event.dataTransfer.getData('text/plain')) || picked);
    },
  });

  return (
    <>
      <ul ref={list} className={styles.groups}>
        {groups.map((group, index) => (
          <GroupCard
            key={index} // ids change with every save, places do not
            group={group}
            number={index + 1}
            people={group.account_ids.flatMap((id) => personOf.get(id) ?? [])}
            shows={showsFigures}
            drop={dropOn({ is: 'group', id: group.id })}
          >
            {group.account_ids.map((id) => (
              <button
                key={id}
                type="button"
                className={styles.name}
                data-stop={index}
                data-person={id}
                {...keys}
                draggable={!group.locked}
                aria-pressed={picked === id}
                disabled={group.locked}
                onClick={() => onName(id)}
                onDragStart={(event) => {
                  event.dataTransfer.setData('text/plain', String(id));
                  event.dataTransfer.effectAllowed = 'move';
                }}
                {...dropOn({ is: 'person', id })}
              >
                <bdi>{nameOf(id)}</bdi>
                {showsFigures && <Choice letter={letterOf(question, personOf.get(id)?.response_id ?? null)} right={personOf.get(id)?.right ?? false} />}
              </button>
            ))}
            <Row gap={4} className={styles.tools}>
              <button
                type="button"
                className={classes(styles.tool, group.locked && styles.locked)}
                aria-pressed={group.locked}
                onClick={() => onChange(groups.map((one) => (one === group ? { ...one, locked: !one.locked } : one)))}
              >
                <IconLock size={15} />
                {t(group.locked ? 'teach.pairs.locked' : 'teach.pairs.lock')}
              </button>
              {picked !== null && !group.locked && !group.account_ids.includes(picked) && (
                <button type="button" className={styles.tool} data-stop={index} {...keys} onClick={() => letGo({ is: 'group', id: group.id })}>
                  <IconPlus size={15} />
                  {t('teach.pairs.joinHere')}
                </button>
              )}
            </Row>
          </GroupCard>
        ))}
        {picked !== null && (
          <li className={classes(styles.card, styles.newCard)}>
            <button type="button" className={styles.tool} data-stop="new" {...keys} onClick={() => letGo({ is: 'new' })}>
              <IconPlus size={15} />
              {t('teach.pairs.asNew')}
            </button>
          </li>
        )}
      </ul>
      <p className="visually-hidden" role="status">
        {words}
      </p>
    </>
  );
}

const groupOf = (groups: readonly ShownGroup[], id: number) => groups.findIndex(({ account_ids }) => account_ids.includes(id));

function listNames(groups: readonly ShownGroup[], groupId: number, nameOf: (id: number) => string): string {
  return (
    groups
      .find(({ id }) => id === groupId)
      ?.account_ids.map(nameOf)
      .join(', ') ?? ''
  );
}

/** A choice as its letter, and that it is right. */
function Choice({ letter, right }: { letter: string | null; right: boolean }) {
  return (
    <span className={styles.choice}>
      {right && <IconCheck size={15} />}
      <Letter letter={letter ?? '–'} size="s" look={letter === null ? 'none' : 'plain'} />
      <span className="visually-hidden">{t(letter === null ? 'teach.pairs.noChoice' : right ? 'teach.pairs.right' : 'teach.pairs.notRight')}</span>
    </span>
  );
}

function GroupCard({
  group,
  number,
  people,
  shows,
  drop,
  children,
}: {
  group: ShownGroup;
  number: number;
  people: readonly PairPersonView[];
  shows: boolean;
  /** Lets somebody go on the card who is dragged. */
  drop: Drop;
  children: ReactNode;
}) {
  const { different, mixed, fresh } = scoreGroup(people);
  const chose = people.filter(({ response_id }) => response_id !== null).length;
  return (
    <li className={styles.card} data-locked={group.locked || undefined} aria-label={t('teach.pairs.group', { number })} {...drop}>
      {children}
      {shows && (
        <Text size={12} tone="dimmed" className={styles.note}>
          {different > 0 && <IconArrowsRightLeft size={14} />}
          {t(mixed ? 'teach.pairs.mixed' : different ? 'teach.pairs.different' : chose < 2 ? 'teach.pairs.notAll' : 'teach.pairs.same')}
          {fresh === 0 && people.length > 1 && ` ${t('teach.pairs.before')}`}
        </Text>
      )}
    </li>
  );
}
