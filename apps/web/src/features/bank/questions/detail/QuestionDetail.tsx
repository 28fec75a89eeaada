import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { useIsMobile } from '../../../../base/use-media.ts';
import { useUser } from '../../../../base/use-user.ts';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { IconCopy, IconHistory, IconPencil, IconStar, IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { Menu, type MenuAction } from '../../../../ui/plain/Menu.tsx';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { titleOf } from '../bank/columns.tsx';
import { copyQuestion, type Question } from '../calls.ts';
import { ItemAnalysis } from '../item-analysis/ItemAnalysis.tsx';
import type { OpenDialog } from '../search.ts';
import type { QuestionSlots } from '../slots.ts';
import { t } from '../../../../base/t.ts';
import { IconDotsVertical } from '../../../../ui/plain/icons.ts';
import styles from './detail.module.css';
import { DetailSide } from './DetailSide.tsx';
import { Criteria, Responses, Rubric } from './Parts.tsx';

interface QuestionDetailProps {
  question: Question;
  slots: QuestionSlots;
  onOpen: (dialog: OpenDialog) => void;
  onClose: () => void;
  onSaved: (question: Question, message: string) => void;
}

/** Shows a whole question in full screen: its text, its points, and its past results. */
export function QuestionDetail({ question, slots, onOpen, onClose, onSaved }: QuestionDetailProps) {
  const { account_id, rights } = useUser();
  const [copying, setCopying] = useState(false);
  const { id, may } = question;
  const copy = async () => {
    setCopying(true);
    try {
      const copied = await copyQuestion(id);
      onSaved(copied.question, copied.message);
      onOpen({ edit: copied.question.id });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
      setCopying(false);
    }
  };
  const narrow = useIsMobile();
  /** The actions besides the next step: buttons if there is room, else one menu. */
  const acts: (MenuAction & { icon: IconComponent })[] = [
    ...(may.rate ? [{ label: t('bank.action.rate'), icon: IconStar, onSelect: () => onOpen({ rate: id }) }] : []),
    ...(may.edit || account_id === question.account_id
      ? [{ label: t('bank.action.history'), icon: IconHistory, onSelect: () => onOpen({ versions: id }) }]
      : []),
    ...(may.delete ? [{ label: t('bank.action.delete'), icon: IconTrash, onSelect: () => onOpen({ delete: id }) }] : []),
    ...(may.copy && may.edit ? [{ label: t('bank.action.copy'), icon: IconCopy, onSelect: () => void copy() }] : []),
  ];
  const next = may.edit ? (
    <Button variant="filled" icon={IconPencil} onClick={() => onOpen({ edit: id })}>
      {t('bank.detail.edit')}
    </Button>
  ) : (
    may.copy && (
      <Button icon={IconCopy} variant="filled" pending={copying} onClick={() => void copy()}>
        {t('bank.detail.copy')}
      </Button>
    )
  );
  const tools = slots.renderQuestionTools?.(question);
  return (
    <FullDialog
      reading
      title={titleOf(question)}
      heading={<MathText text={titleOf(question)} />}
      onClose={onClose}
      {...(!narrow && {
        actions: (
          <>
            {tools}
            {acts.map(({ label, icon, onSelect }) => (
              <Button key={label} icon={icon} pending={copying && icon === IconCopy} onClick={onSelect}>
                {label}
              </Button>
            ))}
          </>
        ),
      })}
      primary={
        <Row as="span" gap={8}>
          {next}
          {narrow && acts.length > 0 && <Menu label={t('bank.detail.more')} className={styles.more} button={<IconDotsVertical size={20} />} actions={acts} />}
        </Row>
      }
    >
      <div className={styles.layout}>
        <Stack gap={24} shrinks wide className={styles.main}>
          <section aria-labelledby="question-description">
            <h3 id="question-description">{t('bank.detail.description')}</h3>
            {question.description.content.length > 0 ? (
              <RichTextView document={question.description} className={styles.description} />
            ) : (
              <Text tone="dimmed">{t('bank.detail.noDescription')}</Text>
            )}
          </section>
          <section aria-labelledby="question-responses">
            <h3 id="question-responses">{t('bank.detail.responses')}</h3>
            <Responses responses={question.responses} />
          </section>
          {slots.renderBelowResponses?.(question)}
          {question.rubrics && question.rubrics.length > 0 && (
            <section aria-labelledby="question-rubric">
              <h3 id="question-rubric">{t('bank.detail.rubric')}</h3>
              <Rubric rows={question.rubrics} caption={t('bank.detail.rubric')} />
            </section>
          )}
          {question.open_response && question.open_response.length > 0 && (
            <section aria-labelledby="question-criteria">
              <h3 id="question-criteria">{t('bank.detail.openResponses')}</h3>
              <Criteria criteria={question.open_response} />
            </section>
          )}
          {rights.includes('item-analysis:view') && <ItemAnalysis questionId={id} />}
        </Stack>
        <DetailSide question={question} onStatus={() => onOpen({ approve: id })} tools={narrow && tools} />
      </div>
    </FullDialog>
  );
}
