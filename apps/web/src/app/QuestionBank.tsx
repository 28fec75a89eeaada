import { QuestionExportMenu, QuestionImportDialog, QuestionTools } from '../features/bank/question-formats/index.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { DraftQuestionsScreen, QuestionBankScreen, type QuestionSlots } from '../features/bank/questions/index.ts';
import { useUser } from '../base/use-user.ts';

const QuestionIdeas = lazyScreen(() => import('../features/lesson/ideas/index.ts'), 'QuestionIdeas');

/** Shows the question bank, with the parts that other features add to its screens. */
export function QuestionBank({ screen }: { screen: 'own' | 'all' | 'drafts' }) {
  const { rights } = useUser();
  const slots: QuestionSlots = {
    renderTools: ({ onImport }) => <QuestionTools onImport={onImport} />,
    ...(rights.includes('question-imports:create') ? { renderImport: (dialog) => <QuestionImportDialog {...dialog} /> } : {}),
    renderSelectedTools: (ids) => <QuestionExportMenu small questionIds={ids} />,
    ...(rights.includes('ideas:view')
      ? { renderBelowResponses: ({ id, responses }) => responses.some(({ is_valid }) => is_valid === false) && <QuestionIdeas questionId={id} /> }
      : {}),
    renderQuestionTools: ({ id }) => <QuestionExportMenu questionIds={[id]} />,
  };
  return screen === 'drafts' ? <DraftQuestionsScreen /> : <QuestionBankScreen key={screen} scope={screen} {...slots} />;
}
