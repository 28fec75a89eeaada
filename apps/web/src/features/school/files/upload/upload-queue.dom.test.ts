import type { FileView } from '@classwright/contract/school/files/calls';
import { expect, test, vi } from 'vitest';
import { createUploadQueue } from './upload-queue.ts';
import type { sendFile } from './send-file.ts';

type Send = typeof sendFile;
const sending = vi.hoisted(() => ({ tell: null as unknown, finish: null as unknown }));
vi.mock('./send-file.ts', () => ({
  sendFile: ((_file, tell) =>
    new Promise((resolve) => {
      sending.tell = tell;
      sending.finish = resolve;
    })) as Send,
}));

test('[B1957] a file counts as uploaded once the server has looked at it, not once its bytes are there', async () => {
  const onDone = vi.fn<(file: FileView) => void>();
  const queue = createUploadQueue({ onDone });
  const states = () => queue.items.get().map(({ state, sentBytes }) => [state, sentBytes]);
  queue.add([new File(['%PDF-'], 'a.pdf', { type: 'application/pdf' })]);
  await vi.waitFor(() => expect(sending.tell).not.toBeNull());
  expect(states()).toEqual([['sending', 0]]);
  (sending.tell as Parameters<Send>[1])({ sentBytes: 5, state: 'checking' });
  expect([states(), onDone.mock.calls]).toEqual([[['checking', 5]], []]);
  (sending.finish as (done: unknown) => void)({ file: { id: 1 }, same: null });
  await vi.waitFor(() => expect(states()).toEqual([['done', 5]]));
  expect(onDone).toHaveBeenCalledTimes(1);
});
