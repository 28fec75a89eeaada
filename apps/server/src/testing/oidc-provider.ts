import type { IncomingMessage, ServerResponse } from 'node:http';

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<string>;
}

export interface Provider {
  readonly Client: { prototype: { redirectUriAllowed: (uri: string) => boolean } };
  readonly Grant: new (of: { clientId: string; accountId: string }) => Grant;
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

export interface Context {
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: Provider };
}

interface OidcProvider {
  Provider: new (issuer: string, configuration: object) => Provider;
  interactionPolicy: {
    base(): { add(prompt: object, index: number): void };
    Prompt: new (options: { name: string; requestable: boolean }) => object;
  };
}

const name: string = 'oidc-provider';
/** The part of oidc-provider that the tests use, since it has no types of its own. */
export const { Provider, interactionPolicy } = (await import(name)) as OidcProvider;
