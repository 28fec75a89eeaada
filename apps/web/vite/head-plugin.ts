import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';

const source = fileURLToPath(new URL('../src/color-scheme.ts', import.meta.url));
const DEV_PATH = '/color-scheme.js';

/**
 * Adds to every entry what Vite's HTML handling leaves out: the blocking color-mode script (a separate asset, since no
 * inline script is allowed), the preload of the Latin font file and of its digits, and one invisible icon, which loads the icon file
 * before any script renders one.
 */
export function headPlugin(): Plugin {
  let built = DEV_PATH;
  const code = async () => {
    const { code: plain } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false });
    return plain
      .replaceAll(/^\s*(\/\/.*|\/?\*.*)$/gm, '')
      .replaceAll(/\n\s*/g, '\n')
      .trim();
  };
  return {
    name: 'classwright-head',
    configureServer(server) {
      server.middlewares.use(DEV_PATH, async (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(await code());
      });
    },
    async buildStart() {
      if (this.environment.mode !== 'build') return;
      const script = await code();
      built = `/assets/color-scheme-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: built.slice(1), source: script });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, context) {
        const tags: HtmlTagDescriptor[] = [{ tag: 'script', attrs: { src: built }, injectTo: 'head-prepend' }];
        const find = (name: RegExp) => Object.keys(context.bundle ?? {}).find((file) => name.test(file));
        const fonts = [find(/hyperlegible-next-latin-wght-normal.*\.woff2$/), find(/\/digits-[\w-]+\.woff2$/)];
        const icons = find(/\/icons-[\w-]+\.svg$/);
        for (const font of fonts.filter((file) => file !== undefined))
          tags.push({ tag: 'link', attrs: { rel: 'preload', href: `/${font}`, as: 'font', type: 'font/woff2', crossorigin: '' }, injectTo: 'head-prepend' });
        if (icons) tags.push({ tag: 'svg', attrs: { display: 'none' }, children: [{ tag: 'use', attrs: { href: `/${icons}#x` } }], injectTo: 'body-prepend' });
        return tags;
      },
    },
  };
}
