import type { Plugin } from 'vite';

/** Modules of zod that describe a schema as JSON Schema, and the exports by which its schemas use them. */
const DESCRIBING = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const WAYS_IN = /^export const (\w+Processor|create\w+JSONSchemaMethod) = /gm;

/**
 * Removes the code that describes schemas. Zod binds it to every schema, so that no bundler can see that a browser,
 * where schemas only validate, never uses it. `toJSONSchema()` of a schema throws there. The server describes schemas
 * with the unchanged zod.
 *
 * @throws when zod no longer has these modules as expected, so that no build includes them again unnoticed.
 */
export function zodPlugin(): Plugin {
  const found = new Set<string>();
  return {
    name: 'classwright-zod',
    apply: 'build',
    buildStart: () => found.clear(),
    transform: {
      filter: { id: DESCRIBING },
      handler(code, id) {
        found.add(id);
        const without = code.replace(WAYS_IN, (_, name: string) => `export const ${name} = () => leftOut;\nconst real_${name} = `);
        if (without === code) throw new Error(`${id} is not as it is known: see vite/zod-plugin.ts`);
        return { code: `${without}\nfunction leftOut() { throw new Error('Schemas are described on the server only'); }\n`, map: null };
      },
    },
    buildEnd(error) {
      if (!error && found.size !== 2) throw new Error('zod describes its schemas elsewhere now: see vite/zod-plugin.ts');
    },
  };
}
