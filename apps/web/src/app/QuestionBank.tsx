import { DraftQuestionsScreen, QuestionBankScreen } from '../features/questions/index.ts';

/** The bank, with what other features bring to its screens. */
export function QuestionBank({ screen }: { screen: 'own' | 'all' | 'drafts' }) {
  return screen === 'drafts' ? <DraftQuestionsScreen /> : <QuestionBankScreen key={screen} scope={screen} />;
}
