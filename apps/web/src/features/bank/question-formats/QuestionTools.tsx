import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import { TemplateLink } from './TemplateLink.tsx';
import { t } from '../../../base/t.ts';

/** The import and template buttons in the bank's toolbar, for people who may import. */
export function QuestionTools({ onImport }: { onImport: () => void }) {
  const { rights } = useUser();
  if (!rights.includes('question-imports:create')) return null;
  return (
    <>
      <Button icon={IconCloudUpload} onClick={onImport}>
        {t('questionImport.open')}
      </Button>
      <TemplateLink isButton />
    </>
  );
}
