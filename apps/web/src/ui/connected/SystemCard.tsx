import { Fragment, type ReactNode } from 'react';
import { Card } from '../plain/Card.tsx';
import styles from './connected.module.css';

interface SystemsProps<System extends { id: number }> {
  systems: readonly System[];
  card: (system: System) => ReactNode;
}

/** Shows other systems that exchange data with this school, each as a card. */
export function SystemCards<System extends { id: number }>({ systems, card }: SystemsProps<System>) {
  return (
    <ul className={styles.cards}>
      {systems.map((system) => (
        <li key={system.id}>{card(system)}</li>
      ))}
    </ul>
  );
}

interface CardProps {
  name: string;
  level: 'h2' | 'h3';
  facts: readonly { term: string; value: ReactNode; dir?: 'auto' | 'ltr' }[];
  /** More about it, between the facts and the actions. */
  children?: ReactNode;
  actions: ReactNode;
}

/** Another system with its settings, its state and the possible actions. */
export function SystemCard({ name, level: Level, facts, children, actions }: CardProps) {
  return (
    <Card as="article" className={styles.card} aria-label={name}>
      <Level dir="auto">{name}</Level>
      <dl className={styles.facts}>
        {facts.map(({ term, value, dir }) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd dir={dir}>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {children}
      <div className={styles.actions}>{actions}</div>
    </Card>
  );
}

/** The fields of a dialog about another system, one below the other. */
export function SystemFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}
