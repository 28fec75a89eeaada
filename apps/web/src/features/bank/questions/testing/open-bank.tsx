import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { queryClient } from '../../../../base/query-client.ts';
import { signIn } from '../../../../base/session.ts';
import { setScreenWidth } from '../../../../testing/match-media.ts';
import { pageAt } from '../../../../testing/page-at.tsx';
import { person } from '../../../../testing/people.ts';
import { scriptFetch, success, type Reply } from '../../../../testing/scripted-fetch.ts';
import { Snackbar } from '../../../../ui/plain/Snackbar.tsx';
import type { Question } from '../calls.ts';
import { DraftQuestionsScreen, QuestionBankScreen, type QuestionSlots } from '../index.ts';

export const RIGHTS = ['view', 'create', 'edit', 'delete', 'react'].map((action) => `questions:${action}`);

/** A page of questions as the server sends it. */
export const pageOf = (questions: readonly Question[], pagination: object = {}): Reply =>
  success({
    data: questions,
    questions,
    tags: ['conceptual'],
    pagination: {
      total: questions.length,
      per_page: 25,
      current_page: 1,
      last_page: 1,
      from: questions.length > 0 ? 1 : null,
      to: questions.length || null,
      ...pagination,
    },
  });

interface BankOptions {
  answers?: Parameters<typeof scriptFetch>[0];
  rights?: readonly string[];
  slots?: QuestionSlots;
}

/** Opens a screen of the bank at its address. */
export function openBank(address: string, { answers = {}, rights = [...RIGHTS, 'all-questions:view', 'draft-questions:view'], slots = {} }: BankOptions = {}) {
  setScreenWidth(1280);
  queryClient.clear();
  signIn('token', person({ user_type: 'Teachers', rights: [...rights] }));
  const calls = scriptFetch({ 'GET /question/tags': success({ data: ['conceptual'], tags: ['conceptual'] }), ...answers });
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <Snackbar />
      </>
    ),
  });
  const screens = [
    createRoute({ getParentRoute: () => root, path: '/questions', component: pageAt('/questions', () => <QuestionBankScreen scope="own" {...slots} />) }),
    createRoute({
      getParentRoute: () => root,
      path: '/all-questions',
      component: pageAt('/all-questions', () => <QuestionBankScreen scope="all" {...slots} />),
    }),
    createRoute({ getParentRoute: () => root, path: '/draft-questions', component: pageAt('/draft-questions', () => <DraftQuestionsScreen {...slots} />) }),
  ];
  const router = createRouter({ routeTree: root.addChildren(screens), history: createMemoryHistory({ initialEntries: [address] }) });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { router, calls, asked: (path: string) => calls.filter((call) => call.method === 'GET' && call.path === path) };
}
