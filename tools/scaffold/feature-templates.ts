import type { Wing } from '../house-rules/wings.ts';
import type { Names } from './names.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const screenIndexOf = ({ camelMany, title, titleMany }: Names): string => `/** ${titleMany}: a person's own list, and a new ${title.toLowerCase()}. */
export { ${capital(camelMany)}Screen } from './${capital(camelMany)}Screen.tsx';
export type { ${capital(camelMany)}Search } from './search.ts';
`;

export const searchOf = ({ camelMany, titleMany }: Names): string => `import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address of the ${titleMany.toLowerCase()}. */
export const parse${capital(camelMany)}Search = searchParser({ page: parseId });
export type ${capital(camelMany)}Search = ReturnType<typeof parse${capital(camelMany)}Search>;
`;

export const screenOf = (
  { camel, camelMany, kebabMany, titleMany }: Names,
  wing: Wing,
): string => `import type { ${camel}List } from '@classwright/contract/${wing}/${kebabMany}/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOf } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { New${capital(camel)}Dialog } from './New${capital(camel)}Dialog.tsx';
import { parse${capital(camelMany)}Search } from './search.ts';

const PER_PAGE = 25;

/** Lists one's own ${titleMany.toLowerCase()}, newest first. */
export function ${capital(camelMany)}Screen() {
  const { rights } = useUser();
  const { search, replace } = usePageSearch(parse${capital(camelMany)}Search);
  const [isNew, setNew] = useState(false);
  const { page = 1 } = search;
  const list = usePagedList(['${kebabMany}'], { page, per_page: PER_PAGE }, (query, signal) =>
    api<typeof ${camel}List>('GET', '/${kebabMany}', { query, signal }),
  );
  return (
    <>
      <PageHeader
        title={t('${camel}.title')}
        sub={t('${camel}.about')}
        actions={
          rights.includes('${kebabMany}:create') && (
            <Button variant="filled" icon={IconPlus} onClick={() => setNew(true)}>
              {t('${camel}.new')}
            </Button>
          )
        }
      />
      <DataTable
        caption={t('${camel}.title')}
        columns={[
          { key: 'title', header: t('${camel}.field.title'), cell: ({ title }) => title },
          { key: 'made', header: t('${camel}.made'), nowrap: true, cell: ({ created_at }) => <time dateTime={created_at}>{dayOf(created_at)}</time> },
        ]}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={(next) => replace(next.page ? { page: next.page } : {})}
        withoutSearch
        empty={<EmptyState title={t('${camel}.none')}>{t('${camel}.noneHint')}</EmptyState>}
      />
      {isNew && <New${capital(camel)}Dialog onClose={() => setNew(false)} />}
    </>
  );
}
`;

export const dialogOf = (
  { camel, kebabMany, title }: Names,
  wing: Wing,
): string => `import type { ${camel}Create } from '@classwright/contract/${wing}/${kebabMany}/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { t } from '../../../base/t.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { FormDialog } from '../../../ui/plain/FormDialog.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/** A dialog that creates a ${title.toLowerCase()}. */
export function New${capital(camel)}Dialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [title, setTitle] = useState('');
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setError(null);
    try {
      const { message } = await api<typeof ${camel}Create>('POST', '/${kebabMany}', { body: { title } });
      showSnack(message);
      await queries.invalidateQueries({ queryKey: ['${kebabMany}'] });
      return true;
    } catch (failure) {
      const words = isApiError(failure) ? failure.errors['title']?.[0] : undefined;
      if (words) setFault(words);
      else setError(failure);
      return false;
    }
  };
  return (
    <FormDialog
      opened
      title={t('${camel}.new')}
      dirty={title !== ''}
      onClose={onClose}
      onSubmit={submit}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <TextField label={t('${camel}.field.title')} value={title} error={fault} onChange={(event) => setTitle(event.target.value)} />
    </FormDialog>
  );
}
`;

export const screenTestOf = (
  { camel, camelMany, kebabMany, title, titleMany }: Names,
  wing: Wing,
): string => `import type { ${capital(camel)}View } from '@classwright/contract/${wing}/${kebabMany}/calls';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeScreen, openScreen, pageOf, readyForScreen } from '../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../testing/scripted-fetch.ts';
import { ${capital(camelMany)}Screen } from './index.ts';

beforeEach(readyForScreen);
afterEach(closeScreen);

const row = (id: number, name: string): ${capital(camel)}View => ({
  id,
  account_id: 7,
  title: name,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
});
const open = (rights: string[]) => openScreen(${capital(camelMany)}Screen, { address: '/${kebabMany}', rights });

test('lists one’s own, newest first, and offers a new one to whoever may make it', async () => {
  scriptFetch({ 'GET /${kebabMany}': pageOf([row(2, 'Second'), row(1, 'First')]) });
  open(['${kebabMany}:view']);
  const table = await screen.findByRole('table', { name: '${titleMany}' });
  expect(within(table).getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Second', 'First']);
  expect(screen.queryByRole('button', { name: 'New ${title}' })).toBeNull();
});

test('a new one is said and listed; what is wrong stands at its field', async () => {
  let made: ${capital(camel)}View[] = [];
  scriptFetch({
    'GET /${kebabMany}': () => pageOf(made),
    'POST /${kebabMany}': ({ body }) => {
      const { title } = body as { title: string };
      if (title === '') return failure(422, 'VALIDATION_FAILED', { errors: { title: ['Title is required'] } });
      made = [row(1, title)];
      return success({ message: '${title} Created Successfully', ${camel}: made[0] });
    },
  });
  open(['${kebabMany}:view', '${kebabMany}:create']);
  await userEvent.click(await screen.findByRole('button', { name: 'New ${title}' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Title is required')).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), 'First');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('${title} Created Successfully')).toBeDefined();
  expect(await screen.findByRole('rowheader', { name: 'First' })).toBeDefined();
});
`;
