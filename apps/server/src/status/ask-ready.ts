const ASK_MS = 5_000;

/** Asks a process at its address if it is ready. Returns "yes", or "no" with the reason. */
export async function askReady(address: string): Promise<string> {
  try {
    const reply = await fetch(`${address}/readyz`, { redirect: 'error', signal: AbortSignal.timeout(ASK_MS) });
    if (reply.ok) return 'yes';
    const said = (await reply.json().catch(() => null)) as { params?: { reason?: unknown } } | null;
    const reason = said?.params?.reason;
    return `no, it answers ${reply.status}${typeof reason === 'string' ? ` (${reason})` : ''}`;
  } catch {
    return 'no, it does not answer';
  }
}
