import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useId, useMemo, useState } from 'react';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconArrowsMaximize } from '../../ui/plain/icons.ts';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import { Figure } from '../ui/Zoomed.tsx';
import styles from './Question.module.css';
import { Resource } from './Resource.tsx';
import { splitFigures } from '../../lesson/split-figures.ts';

/** A question: its description, and a tab for each attached resource. */
export function Question({ question }: { question: RevealedQuestionView }) {
  const name = useId();
  const tabs = useMemo(
    () => [
      { id: 'description', label: t('join.description') },
      ...question.resources.map((resource, index) => ({ id: `resource-${index}`, label: resource.name })),
    ],
    [question],
  );
  const [chosen, setChosen] = useState('description');
  const value = tabs.some((tab) => tab.id === chosen) ? chosen : 'description';
  const resource = value === 'description' ? undefined : question.resources[Number(value.slice('resource-'.length))];
  return (
    <section className={styles.question} aria-label={t('join.question')}>
      <h2 className={styles.title}>
        <MathText text={question.title} />
      </h2>
      {tabs.length > 1 && <Tabs name={name} label={t('join.question')} tabs={tabs} value={value} onChange={setChosen} look="card" />}
      {tabs.length > 1 ? (
        <TabPanel name={name} id={value}>
          {resource ? <Resource resource={resource} /> : <Description question={question} />}
        </TabPanel>
      ) : (
        <Description question={question} />
      )}
    </section>
  );
}

/** Shows figures in separate cards that can be enlarged. The text around them continues. */
function Description({ question }: { question: RevealedQuestionView }) {
  const parts = useMemo(() => splitFigures(question.description), [question.description]);
  return (
    <div className={styles.description}>
      {parts.map((part, index) =>
        part.kind === 'figure' ? (
          <Figure key={index} src={part.src} alt={part.alt} width={part.width} height={part.height}>
            {(open) => <IconButton icon={IconArrowsMaximize} label={t('join.enlarge')} size="l" iconSize={20} onClick={open} />}
          </Figure>
        ) : (
          <RichTextView key={index} document={part.document} className={styles.stem} />
        ),
      )}
    </div>
  );
}
