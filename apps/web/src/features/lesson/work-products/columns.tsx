import type { WorkProductView } from '@classwright/contract/lesson/work-products/calls';
import { momentOf } from '../../../base/dates.ts';
import type { Column } from '../../../ui/data-table/index.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconReload } from '../../../ui/plain/icons.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { t } from '../../../base/t.ts';

const HUES = { waiting: 'amber', made: 'green', missing: 'gray' } as const;

export function productColumns({ again }: { again: (accountId: number) => void }): Column<WorkProductView>[] {
  return [
    { key: 'name', header: t('workProduct.student'), heading: true, cell: ({ name }) => name },
    { key: 'state', header: t('workProduct.list.state'), cell: ({ state }) => <Chip hue={HUES[state]}>{t(`workProduct.state.${state}`)}</Chip> },
    {
      key: 'made_at',
      header: t('workProduct.list.madeAt'),
      nowrap: true,
      cell: ({ made_at }) => (made_at === null ? '' : momentOf(made_at)),
    },
    {
      key: 'acts',
      header: t('workProduct.name'),
      nowrap: true,
      cell: ({ url, name, account_id }) => (
        <Row as="span" inline wrap gap={4}>
          {url !== null && (
            <a className={buttonClasses({ size: 's' })} href={url} download aria-label={t('workProduct.downloadOf', { name })}>
              <IconDownload size={16} />
              {t('workProduct.download')}
            </a>
          )}
          <Button size="s" variant="subtle" icon={IconReload} aria-label={t('workProduct.list.makeOneOf', { name })} onClick={() => again(account_id)}>
            {t('workProduct.list.makeOne')}
          </Button>
        </Row>
      ),
    },
  ];
}
