import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { createTranslate, en } from '@classwright/contract';
import { pageMessages } from '@classwright/contract/messages/page';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { readLanguage } from '../languages.ts';
import { addSecurityHeaders, FRAMED_BY_US } from './security.ts';
import { registerStatic } from './index.ts';
import { writePages } from './pages.ts';

const web = fileURLToPath(new URL('../../../../web/', import.meta.url));
const pages = ['index.html', 'join.html', 'drive-picker.html'];
const write = (tag: string) => {
  const language = readLanguage(tag);
  return writePages(web, pages, language, createTranslate(en, {}, language));
};

test('English pages stand as they are built', () => {
  const { files, words } = write('en');
  expect(words).toBeNull();
  for (const page of pages) expect(files[page]?.plain.toString()).toBe(readFileSync(join(web, page), 'utf8'));
});

test('a page says its language, its direction and where its texts are; its own words are in that language', () => {
  const { files, words } = write('ar-XB');
  const html = files['join.html']?.plain.toString();
  expect(html).toContain(`<html lang="ar-XB" dir="rtl" data-words="${words?.address}"`);
  expect(html).toContain(`<link rel="preload" href="${words?.address}" as="fetch" crossorigin />`);
  expect(html).not.toContain(pageMessages['page.lesson']);
  expect(html).not.toContain(pageMessages['page.needsScript']);
  expect(html).toContain('\u202eJavaScript\u202c');
});

test('every text of the pages stands in one', () => {
  const all = pages.map((page) => readFileSync(join(web, page), 'utf8')).join('');
  expect(Object.values(pageMessages).filter((text) => !all.includes(text))).toEqual([]);
});

test('pages are asked for again each time, texts of a language never under the same address', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const language = readLanguage('en-XA');
  registerStatic(app, { webRoot: web, contract: [], entries: { '/student-live-learning': 'join.html' }, language, t: createTranslate(en, {}, language) });
  const accept = { accept: 'text/html', 'accept-encoding': 'gzip, br' };
  for (const url of ['/', '/index.html', '/accounts', '/student-live-learning?assessment_id=3']) {
    const page = await app.inject({ url, headers: accept });
    expect([page.statusCode, page.headers['cache-control'], page.headers['content-encoding']], url).toEqual([200, 'no-cache', 'br']);
    const again = await app.inject({ url, headers: { ...accept, 'if-none-match': String(page.headers.etag) } });
    expect([again.statusCode, again.body], url).toEqual([304, '']);
  }
  const [, address = ''] = /data-words="([^"]+)"/.exec((await app.inject({ url: '/', headers: { accept: 'text/html' } })).body) ?? [];
  const words = await app.inject({ url: address, headers: { 'accept-encoding': 'br' } });
  expect(words.headers['cache-control']).toContain('immutable');
  expect(JSON.parse(brotliDecompressSync(words.rawPayload).toString())['common.save']).toBe('[Šåṽé one]');
  expect((await app.inject({ url: address.replace('-', '-0'), headers: accept })).statusCode).toBe(404);
});

test('[K409] [B1148] one page alone may load Google’s script and frames, and only where it is set up; all others stay as strict as they were', async () => {
  const open = async (policies: Parameters<typeof registerStatic>[1]['policies'] & object) => {
    const app = fastify();
    onTestFinished(() => app.close());
    addSecurityHeaders(app, { https: true });
    const language = readLanguage('en');
    registerStatic(app, { webRoot: web, contract: [], entries: { '/drive-picker': 'drive-picker.html' }, policies, language, t: createTranslate(en) });
    return async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers;
  };
  const picker = { scripts: ['https://apis.google.com'], frames: ['https://docs.google.com', 'https://drive.google.com'], tellsOrigin: true };
  const strict = await (await open({}))('/');
  const get = await open({ '/drive-picker': picker });
  const page = await get('/drive-picker');
  const directives = (policy: unknown) => String(policy).split('; ');
  expect(directives(page['content-security-policy']).filter((each) => !directives(strict['content-security-policy']).includes(each))).toEqual([
    "script-src 'self' https://apis.google.com",
    'frame-src https://docs.google.com https://drive.google.com',
  ]);
  expect(directives(page['content-security-policy'])).toHaveLength(directives(strict['content-security-policy']).length);
  expect(directives(strict['content-security-policy'])).toEqual(expect.arrayContaining(["script-src 'self'", "frame-src 'self'", "frame-ancestors 'none'"]));
  expect([page['referrer-policy'], strict['referrer-policy']]).toEqual(['strict-origin', 'no-referrer']);
  for (const name of ['cross-origin-opener-policy', 'x-frame-options', 'x-content-type-options', 'strict-transport-security', 'permissions-policy'])
    expect(page[name], name).toBe(strict[name]);
  for (const url of ['/', '/files', '/drive-picker.html', '/drive-pickers', '/drive-picker/x', '/constructor', '/app', '/nothing.js'])
    expect((await get(url))['content-security-policy'], url).toBe(strict['content-security-policy']);
  expect((await get('/drive-picker/?code=x'))['content-security-policy']).toBe(page['content-security-policy']);
  expect((await (await open({}))('/drive-picker'))['content-security-policy']).toBe(strict['content-security-policy']);
});

test('[B2120] our own pages may frame the pages that say so, and nobody may frame the others', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  addSecurityHeaders(app, { https: true });
  const entries = { '/student-live-learning': 'join.html' };
  registerStatic(app, {
    webRoot: web,
    contract: [],
    entries,
    policies: { '/student-live-learning': FRAMED_BY_US },
    language: readLanguage('en'),
    t: createTranslate(en),
  });
  const get = async (url: string) => (await app.inject({ url, headers: { accept: 'text/html' } })).headers;
  const [framed, strict] = [await get('/student-live-learning?assessment_id=1'), await get('/')];
  expect(framed['content-security-policy']).toBe(String(strict['content-security-policy']).replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  expect([framed['x-frame-options'], strict['x-frame-options']]).toEqual(['SAMEORIGIN', 'DENY']);
});
