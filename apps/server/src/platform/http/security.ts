import type { FastifyInstance } from 'fastify';

/** No inline script or style, nothing from other sites. `'self'` in connect-src covers our own socket. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/**
 * The exceptions of a separate page from the strict policy. The reason for each is given where the page is declared.
 */
export interface PagePolicy {
  /** Origins whose scripts and frames it may load. */
  scripts: readonly string[];
  frames: readonly string[];
  /** True when other origins see the requesting origin, but never its full address. */
  tellsOrigin: boolean;
  /** True when our own pages may show it in a frame. Pages of others never may. */
  isFramed?: boolean;
}

/** The policy of a page that our own pages may show in a frame. */
export const FRAMED_BY_US: PagePolicy = { scripts: [], frames: ["'self'"], tellsOrigin: false, isFramed: true };

/** Returns the headers of a page with exceptions. */
export function headersOfPage({ scripts, frames, tellsOrigin, isFramed = false }: PagePolicy): Record<string, string> {
  const policy = CONTENT_SECURITY_POLICY.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' ')).replace(
    "frame-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
  );
  return {
    'content-security-policy': isFramed ? policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : policy,
    ...(isFramed ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    ...(tellsOrigin ? { 'referrer-policy': 'strict-origin' } : {}),
  };
}

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-permitted-cross-domain-policies': 'none',
};

/** One year of https only, for browsers that came by https. */
const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains';

/** Returns the strict headers, for responses that do not go through the hooks. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  return { ...HEADERS, ...(https ? { 'strict-transport-security': STRICT_TRANSPORT } : {}) };
}

/**
 * Adds the strict headers to every response. A route that needs others (files) sets its own first. Adds HSTS when
 * served over https.
 */
export function addSecurityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook('onSend', async (request, reply) => {
    for (const [name, value] of Object.entries(HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
    if (https || request.protocol === 'https') reply.header('strict-transport-security', STRICT_TRANSPORT);
  });
}
