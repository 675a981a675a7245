// Merchants as the audit log names them, for what they do themselves.

/** Where a request came from. */
export type RequestOrigin = { address: string; requestId: string }

/** No admin has such a name, since names of tokens have no colon. */
export function merchantActor(code: string, from: RequestOrigin) {
  return { name: `merchant:${code}`, ...from }
}
