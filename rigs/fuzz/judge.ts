// What an answer must not be, whatever was asked.
import { assertAsDocumented } from '../../test/support/http/api-traffic.ts'
import type { Answer } from '../../test/support/http/response.ts'
import type { Case } from './requests/cases.ts'
import type { Exchange, Sent } from './requests/wire.ts'

const inside =
  /\n\s+at |node_modules|\/server\/[\w/-]+\.ts|ECONN|pg_catalog|syntax error at|violates \S+ constraint|Error:/

/** Refusals of Node's own parser, before there is an operation. */
const beforeAnyOperation = new Set([400, 408, 431])

/** What is wrong with an exchange; undefined where nothing is. */
export function faultOf(sent: Sent, { kind }: Pick<Case, 'kind'>, { answers, isEnded }: Exchange): string | undefined {
  if (!isEnded) return 'no end of the answer within six seconds'
  const mayBeSilent = sent.framing.as === 'truncated' || sent.framing.as === 'odd' || sent.method === 'CONNECT'
  if (answers.length === 0) return mayBeSilent ? undefined : 'no answer'
  const most = sent.framing.as === 'pipelined' ? sent.framing.times : sent.framing.as === 'odd' ? 2 : 1
  if (answers.length > most) return `${answers.length} answers to ${most} requests`
  for (const answer of answers) {
    const fault = faultOfAnswer(sent, kind, answer)
    if (fault) return fault
  }
  return undefined
} // biome-ignore format: one rule a line

/** 502 and 503 with words of their own say that another party failed; these are failures of ours. */
export function isUnexpected({ status, body }: Answer): boolean {
  const words = body?.detail ?? body?.message
  if (status < 500) return false
  return status === 500 || status > 503 || words === 'Service Unavailable' || typeof words !== 'string'
}

function faultOfAnswer(sent: Sent, kind: string, answer: Answer): string | undefined {
  if (isUnexpected(answer)) return `unexpected ${answer.status}`
  if (answer.status >= 400 && inside.test(answer.text)) return 'words from inside'
  if (answer.status >= 400 && sent.method !== 'HEAD' && !hasErrorShape(answer)) return `${answer.status} in no known shape`
  if (beforeAnyOperation.has(answer.status) || isPage(answer)) return undefined
  // A path with a trick in it may be another one by the time it is read.
  const astray = kind !== 'right'
  try {
    assertAsDocumented({ method: sent.method, path: sent.path, body: sent.body ?? Buffer.alloc(0), astray }, answer)
    return undefined
  } catch (difference) {
    return (difference as Error).message.split('\n').slice(0, 3).join('; ')
  }
} // biome-ignore format: one rule a line

const isPage = ({ headers }: Pick<Answer, 'headers'>) => /^text\/html/.test(headers['content-type'] ?? '')

/** `{detail}`, or the catalogue's `{code, message}`; a page for who asked for one. */
function hasErrorShape({ headers, body, text }: Answer): boolean {
  if (isPage({ headers })) return /^<!doctype html>/i.test(text)
  const words = body?.detail ?? body?.message
  return /^application\/json/.test(headers['content-type'] ?? '') && (typeof words === 'string' || Array.isArray(words))
} // biome-ignore format: one shape a line
