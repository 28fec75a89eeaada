import type { RevealedQuestionView, ResourceView } from '@classwright/contract/class/assessments/views';
import { useId, useMemo, useState } from 'react';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconArrowsMaximize, IconFileText } from '../../ui/plain/icons.ts';
import { Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import { Figure } from '../ui/Zoomed.tsx';
import styles from './Question.module.css';
import type { z } from 'zod';
import { buttonClasses } from '../../ui/plain/Button.tsx';
import { splitFigures } from '../../lesson/split-figures.ts';

/** A question: its description, and a tab for each attached resource. `isCompact`: leaves a small phone more room. */
export function Question({ question, isCompact = false }: { question: RevealedQuestionView; isCompact?: boolean }) {
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
    <Stack as="section" gap={8} shrinks className={styles.question} data-compact={isCompact || undefined} aria-label={t('join.question')}>
      <Text as="h2" size={14} weight={600} leading={1.4} tone="dimmed">
        <MathText text={question.title} />
      </Text>
      {tabs.length > 1 && <Tabs name={name} label={t('join.question')} tabs={tabs} value={value} onChange={setChosen} look="card" />}
      {tabs.length > 1 ? (
        <TabPanel name={name} id={value}>
          {resource ? <Resource resource={resource} /> : <Description question={question} />}
        </TabPanel>
      ) : (
        <Description question={question} />
      )}
    </Stack>
  );
}

/** Shows figures in separate cards that can be enlarged. The text around them continues. */
function Description({ question }: { question: RevealedQuestionView }) {
  const parts = useMemo(() => splitFigures(question.description), [question.description]);
  return (
    <Stack gap={10} shrinks className={styles.description}>
      {parts.map((part, index) =>
        part.kind === 'figure' ? (
          <Figure key={index} src={part.src} alt={part.alt} width={part.width} height={part.height}>
            {(open) => <IconButton icon={IconArrowsMaximize} label={t('join.enlarge')} size="l" iconSize={20} onClick={open} />}
          </Figure>
        ) : (
          <RichTextView key={index} document={part.document} className={styles.stem} />
        ),
      )}
    </Stack>
  );
}

/**
 * An attached resource: an image that can be enlarged, anything else as a document in a frame. Both can open in a new
 * tab.
 */
function Resource({ resource: { name, url, mime_type } }: { resource: z.infer<typeof ResourceView> }) {
  return (
    <Stack gap={4} align="start" className={styles.resource}>
      {mime_type.startsWith('image/') ? (
        <Figure src={url} alt={name}>
          {(open) => <IconButton icon={IconArrowsMaximize} label={t('join.enlarge')} size="l" iconSize={20} onClick={open} />}
        </Figure>
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed frame shows no PDF; the server sends files with a sandboxing policy
        <iframe className={styles.frame} src={url} title={name} loading="lazy" />
      )}
      <a className={buttonClasses({ variant: 'link', size: 'l' })} href={url} target="_blank" rel="noopener noreferrer">
        <IconFileText size={20} />
        {t('join.openResource')}
      </a>
    </Stack>
  );
}
