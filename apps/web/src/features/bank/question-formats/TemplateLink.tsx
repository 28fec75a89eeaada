import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { TEMPLATE } from './calls.ts';
import { t } from '../../../base/t.ts';

/** A link to the spreadsheet template, in a new tab. */
export function TemplateLink({ isButton = false }: { isButton?: boolean }) {
  return (
    <span>
      <a className={buttonClasses({ variant: isButton ? 'default' : 'subtle' })} href={TEMPLATE} target="_blank" rel="noreferrer">
        <IconDownload size={18} />
        {t('questionImport.template')}
      </a>
    </span>
  );
}
