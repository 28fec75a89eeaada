import { addressOf, COMMON_ERRORS, type Endpoint, errorRegistry, type TakenFiles } from '@classwright/contract';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Returns a schema as JSON Schema, for data that a caller sends (`input`) or gets (`output`). */
export const toSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as JsonSchema;
  return rest;
};

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as { properties?: Record<string, JsonSchema>; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({ name, in: place, required: place === 'path' || required.includes(name), schema: property }));
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['status', 'code', 'message'],
  properties: {
    status: { const: 'error' },
    code: { type: 'string' },
    message: { type: 'string' },
    params: { type: 'object' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    request_id: { type: 'string' },
  },
};

/** The schema of failures in OneRoster's form. */
const statusInfoSchema: JsonSchema = {
  type: 'object',
  required: ['imsx_codeMajor', 'imsx_severity'],
  properties: {
    imsx_codeMajor: { const: 'failure' },
    imsx_severity: { const: 'error' },
    imsx_description: { type: 'string' },
    imsx_CodeMinor: { type: 'object' },
  },
};

function failuresOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, string[]>();
  for (const code of [...endpoint.errors, ...COMMON_ERRORS]) {
    const { status } = errorRegistry[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.join(', '),
          content: {
            'application/json': {
              schema:
                endpoint.protocol === 'oneroster'
                  ? { $ref: '#/components/schemas/StatusInfo' }
                  : { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }] },
            },
          },
        },
      ]),
  );
}

function requestBodyOf({ body, files }: Endpoint): JsonSchema {
  if (!body && !files) return {};
  const fields = (body ? toSchema(body, 'input') : { type: 'object' }) as Fields;
  const content = {
    ...(files?.required === undefined && { 'application/json': { schema: fields } }),
    ...(files && { 'multipart/form-data': { schema: formOf(fields, files) } }),
  };
  return { requestBody: { required: true, content } };
}

type Fields = JsonSchema & { properties?: JsonSchema; required?: string[] };

/** Returns the schema of a form with fields and files. */
function formOf(fields: Fields, { field, max, required, json = [] }: TakenFiles): JsonSchema {
  const file = { type: 'string', format: 'binary', description: `At most ${max.bytes} bytes` };
  const [name, schema] = max.files === 1 ? [field, file] : [`${field}[]`, { type: 'array', maxItems: max.files, items: file }];
  return {
    ...fields,
    ...(json.length > 0 && { description: `Written as JSON: ${json.join(', ')}` }),
    properties: { [name]: schema, ...fields.properties },
    ...(required !== undefined && { required: [name, ...(fields.required ?? [])] }),
  };
}

function securityOf({ access, acceptsHandOff }: Endpoint): JsonSchema[] {
  if (access === 'public' || access === 'link') return [];
  if (access === 'client') return [{ client: [] }];
  return [{ bearer: [] }, ...(acceptsHandOff ? [{ handOff: [] }] : [])];
}

/** Returns one call as an OpenAPI operation. Takes a millisecond or two. */
export function operationOf(endpoint: Endpoint): JsonSchema {
  const response = toSchema(endpoint.response, 'output') as { properties?: JsonSchema; required?: string[] };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.reach ? { 'x-reach': endpoint.reach } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.brief
        ? [
            {
              name: 'Prefer',
              in: 'header',
              required: false,
              description: '`return=minimal`: each row once, under one name, and of it no more than lists show; see x-brief',
              schema: { type: 'string', enum: ['return=minimal'] },
            },
          ]
        : []),
      ...(endpoint.hasETag ? [{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }] : []),
      ...(endpoint.method === 'GET' || endpoint.protocol === 'oneroster'
        ? []
        : [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]),
    ],
    ...(endpoint.brief ? { 'x-brief': toSchema(endpoint.brief, 'output') } : {}),
    ...requestBodyOf(endpoint),
    responses: {
      [String(endpoint.successStatus ?? 200)]: {
        description: 'Success',
        content: endpoint.download
          ? { [endpoint.download]: { schema: { type: 'string', format: 'binary' } } }
          : {
              'application/json': {
                schema:
                  endpoint.protocol === 'oneroster'
                    ? response
                    : {
                        ...response,
                        properties: { status: { const: 'success' }, ...response.properties },
                        required: ['status', ...(response.required ?? [])],
                      },
              },
            },
      },
      ...(endpoint.hasETag ? { '304': { description: 'The caller has this answer already, by the ETag in If-None-Match' } } : {}),
      ...failuresOf(endpoint),
    },
  };
}

/**
 * Returns the OpenAPI 3.1 document of all endpoints, with `x-access` for every operation. `describe` returns cached
 * descriptions.
 */
export function toOpenApi(endpoints: readonly Endpoint[], version: string, describe: (endpoint: Endpoint) => JsonSchema = operationOf): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of endpoints) {
    // One of two calls at one path is listed with a fragment, since OpenAPI has no other place for it.
    const path = `${addressOf(endpoint).replace(/:(\w+)/g, '{$1}')}${endpoint.onlyWith === undefined ? '' : `#${endpoint.onlyWith}`}`;
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Classwright', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Error: errorSchema, StatusInfo: statusInfoSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        handOff: { type: 'apiKey', in: 'query', name: 'code' },
        client: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/ims/oneroster/token', scopes: {} } } },
      },
    },
  };
}
