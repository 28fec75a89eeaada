import type { IdeaRef, ProposalView } from '@classwright/contract/lesson/ideas/calls';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Choice, ChoiceField, TextArea } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { createIdea, ideaChoices, nameResponses } from './calls.ts';
import styles from './ideas.module.css';

/** A response to name, with the idea that is shown next to it. */
export interface Unnamed {
  response_id: number;
  title: string;
  idea: IdeaRef | null;
}

/**
 * Names responses: with an idea of the school, or a new one. What was typed stays after a failure. If somebody else has
 * named one of them in the meantime, the message says so, and saving again replaces it.
 */
export function NameDialog({
  responses,
  proposals = [],
  onClose,
  onChanged,
}: {
  responses: readonly Unnamed[];
  proposals?: readonly ProposalView[];
  onClose: () => void;
  onChanged: () => void;
}) {
  const { rights } = useUser();
  const [chosen, setChosen] = useState<Choice | null>(responses.length === 1 ? (responses[0]?.idea ?? null) : null);
  const [isNew, setNew] = useState(false);
  const [name, setName] = useState('');
  const [sentence, setSentence] = useState('');
  const [faults, setFaults] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [error, setError] = useState<unknown>(null);
  const [wasRefused, setRefused] = useState(false);
  /** An idea that was created before the naming failed. */
  const [created, setCreated] = useState<IdeaRef | null>(null);
  const mayCreate = rights.includes('ideas:create');

  const submit = async (): Promise<boolean> => {
    setFaults({});
    setError(null);
    try {
      const idea = isNew ? (created?.name === name.trim() ? created : await createIdea(name, sentence)) : chosen;
      if (isNew) setCreated(idea as IdeaRef);
      if (!idea && responses.every((response) => response.idea === null)) {
        setFaults({ idea: [t('idea.choose')] });
        return false;
      }
      await nameResponses(
        responses.map(({ response_id, idea: seen }) => ({ response_id, idea_id: idea?.id ?? null, ...(!wasRefused && { seen_idea_id: seen?.id ?? null }) })),
        onChanged,
      );
      return true;
    } catch (failure) {
      if (isApiError(failure)) setFaults(failure.errors);
      if (isApiError(failure) && failure.code === 'IDEA_NAMED') setRefused(true);
      if (!isApiError(failure) || Object.keys(failure.errors).every((field) => !['name', 'sentence'].includes(field))) setError(failure);
      return false;
    }
  };
  const [only] = responses;
  return (
    <FormDialog
      opened
      title={t('idea.nameTitle', { count: responses.length })}
      dirty={name !== '' || sentence !== '' || chosen?.id !== (responses.length === 1 ? only?.idea?.id : undefined)}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <Stack gap={12}>
        <Stack as="ul" gap={4} className={styles.quoted}>
          {responses.map(({ response_id, title }) => (
            <li key={response_id}>
              <MathText text={title} />
            </li>
          ))}
        </Stack>
        {proposals.length > 0 && (
          <Grid gap={8}>
            <Text weight={600}>{t('idea.proposed')}</Text>
            {proposals.map(({ idea, why, words }) => (
              <Button
                key={idea.id}
                variant={!isNew && chosen?.id === idea.id ? 'light' : 'default'}
                aria-pressed={!isNew && chosen?.id === idea.id}
                className={styles.proposal}
                onClick={() => {
                  setNew(false);
                  setChosen(idea);
                }}
              >
                <Stack as="span" gap={2} shrinks align="start">
                  <b>{idea.name}</b>
                  <Text as="span" size={13} tone="dimmed">
                    {t(`idea.why.${why}`, { words })}
                  </Text>
                </Stack>
              </Button>
            ))}
          </Grid>
        )}
        {isNew ? (
          <>
            <TextField
              label={t('list.field.name')}
              description={t('list.hint.ideaName')}
              value={name}
              maxLength={100}
              error={faults['name']?.[0]}
              onChange={(event) => setName(event.target.value)}
            />
            <TextArea
              label={t('list.field.sentence')}
              description={t('list.hint.ideaSentence')}
              value={sentence}
              maxLength={300}
              error={faults['sentence']?.[0]}
              onChange={(event) => setSentence(event.target.value)}
            />
            <Button variant="subtle" onClick={() => setNew(false)}>
              {t('idea.chooseExisting')}
            </Button>
          </>
        ) : (
          <>
            <ChoiceField
              label={t('list.idea')}
              source={ideaChoices}
              value={chosen ? [chosen] : []}
              placeholder={t('idea.choosePlaceholder')}
              error={faults['idea']?.[0]}
              onChange={([one]) => setChosen(one ?? null)}
            />
            {mayCreate && (
              <Button variant="subtle" onClick={() => setNew(true)}>
                {t('idea.writeNew')}
              </Button>
            )}
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
