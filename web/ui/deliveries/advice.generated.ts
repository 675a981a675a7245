// From server/webhooks/certification, by scripts/generate.ts.
// What the replies of a handler have in common, so that the advice names the cause and not each of its symptoms.

/** Why a handler did not accept the genuine payment; each has an advice of its own. */
export type GenuineCause = 'unreachable' | 'timeout' | 'redirected' | 'no_such_path' | 'refused' | 'crashed'

/** @param received the reply as a report names it, such as `HTTP 404` or `connect`. */
export function genuineCause(received: string | null): GenuineCause {
  if (received === 'timeout') return 'timeout'
  const [, status] = /^HTTP (\d+)$/.exec(received ?? '') ?? []
  if (status === undefined) return 'unreachable'
  if (status === '404' || status === '405') return 'no_such_path'
  if (status.startsWith('3')) return 'redirected'
  return status.startsWith('5') ? 'crashed' : 'refused'
}

/** Whether the handler accepts everything: then it checks no signature, and the failed checks of signatures have this one cause. */
export function acceptsAnything(checks: readonly { id: string; received: string | null }[]): boolean {
  const forged = checks.filter(({ id }) => ['altered_body', 'wrong_secret', 'missing_signature'].includes(id))
  return forged.length === 3 && forged.every(({ received }) => received?.startsWith('HTTP 2'))
}
