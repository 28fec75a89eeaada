import { endpoint } from '@classwright/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runCall } from './call.ts';
import { implement } from './context.ts';
import { Gates } from '../waiting/index.ts';
import { FormSlots } from './form-slots.ts';
import { prepareAnswer } from './prepared.ts';

const declare = (name: string) =>
  endpoint({ name, method: 'GET', path: '/words', access: 'public', summary: 'Words', response: z.object({ word: z.string() }), errors: [], readOnly: true });
const words = declare('words');
const call = (implementation: Parameters<typeof runCall>[0]) => {
  const [request, reply] = [{ headers: {}, query: {}, id: '1', ip: '', host: '', protocol: 'http', isMultipart: () => false }, { code: () => undefined }];
  return runCall(implementation, request as never, reply as never, null, {
    db: null as never,
    heavyReads: null as never,
    onHookError: () => undefined,
    formSlots: new FormSlots(),
    calls: new Gates<number>(1),
    large: null as never,
    readings: null,
    charge: () => undefined,
    stagingFolder: '',
  });
};

test('a prepared answer is the answer, byte for byte, and holds nothing that is not declared', async () => {
  const result = { word: 'é</script>', secret: 'is_valid' };
  const body = await call(implement(words, async () => prepareAnswer(words, result)));
  expect(Buffer.isBuffer(body)).toBe(true);
  expect(JSON.parse(String(body))).toEqual({ status: 'success', word: 'é</script>' });
  expect(JSON.parse(String(body))).toEqual(await call(implement(words, async () => result)));
});

test('an answer that was prepared for one call is refused to another', async () => {
  const others = declare('others');
  await expect(call(implement(words, async () => prepareAnswer(others, { word: 'x' }) as never))).rejects.toThrow('prepared for words');
});
