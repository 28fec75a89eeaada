import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconCircleCheckFilled, IconPlus, IconSearch, IconX } from '../../../../ui/plain/icons.ts';
import { IconPencil } from '../../../../ui/feature-icons/icons.ts';
import { Letter, letterAt } from '../../../../ui/plain/Letter.tsx';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { t } from '../../../../base/t.ts';
import styles from './form.module.css';
import type { ChosenQuestion } from './values.ts';

interface QuestionSlotProps {
  number: 1 | 2;
  question: ChosenQuestion | null;
  onPick: () => void;
  /** Proposes questions for the class. Undefined: no class is chosen. */
  onPropose?: (() => void) | undefined;
  onCreate: () => void;
  onEdit: (id: number) => void;
  onRemove: () => void;
}

/** The place of one question: its content, or the ways to fill it. */
export function QuestionSlot({ number, question, onPick, onPropose, onCreate, onEdit, onRemove }: QuestionSlotProps) {
  const heading = `slot-${number}`;
  return (
    <Stack as="section" gap={8} bordered radius="lg" ground="surface" className={styles.slot} aria-labelledby={heading}>
      <h3 id={heading}>{t(`form.slot.${number}`)}</h3>
      {question ? (
        <>
          <Text size={16} weight={600} breaks>
            <MathText text={question.title} />
          </Text>
          {question.description.content.length > 0 && <RichTextView document={question.description} className={styles.slotText} />}
          <Stack as="ol" gap={4} className={styles.slotResponses}>
            {question.responses.map((response, index) => (
              <li key={`${index}${response.title}`}>
                <Letter letter={letterAt(index)} />
                <span>
                  <MathText text={response.title} />
                </span>
                {response.is_valid && (
                  <Chip hue="green" icon={IconCircleCheckFilled}>
                    {t('assessments.valid')}
                  </Chip>
                )}
              </li>
            ))}
          </Stack>
          <Row wrap gap={8} align="stretch">
            <Button size="s" icon={IconPencil} aria-label={t('form.editQuestionNamed', { title: question.title })} onClick={() => onEdit(question.id)}>
              {t('form.editQuestion')}
            </Button>
            <Button size="s" icon={IconSearch} onClick={onPick}>
              {t('form.pick')}
            </Button>
            <Button size="s" variant="subtle" icon={IconX} aria-label={t('form.removeQuestionNamed', { title: question.title })} onClick={onRemove}>
              {t('form.removeQuestion')}
            </Button>
          </Row>
        </>
      ) : (
        <>
          <Text tone="dimmed">{t('form.emptySlot')}</Text>
          <Row wrap gap={8} align="stretch">
            <Button icon={IconSearch} onClick={onPick}>
              {t('form.pick')}
            </Button>
            {onPropose && <Button onClick={onPropose}>{t('form.propose')}</Button>}
            <Button icon={IconPlus} onClick={onCreate}>
              {t('form.newQuestion')}
            </Button>
          </Row>
        </>
      )}
    </Stack>
  );
}
