// Fetches and caches the public keys that pawaPay publishes for its signatures.
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { CallbackRequest } from '../../../operator-calls/operator.ts'
import { type Clock, unixSeconds } from '../../../platform/time/clock.ts'
import type { OperatorReply } from '../call.ts'
import { isDigestOf, isSignedBy, readSignature, signatureBase } from './signature.ts'
import { publicKeys } from './wire.ts'

export type CallbackKeys = {
  /** Undefined when there is no such key, or the list cannot be fetched. */
  find(keyid: string): Promise<KeyObject | undefined>
}

type Keys = ReadonlyMap<string, KeyObject>

/** An unknown key may be new, but forged callbacks must not cause a flood of requests. */
const minAge = { minutes: 1 }
/** A key removed from the list is trusted no longer than this, provided that the list can be fetched. */
const greatestAge = { hours: 12 }

export function openCallbackKeys(fetchKeys: () => Promise<OperatorReply>, clock: Clock): CallbackKeys {
  let known: Keys = new Map()
  let requestedAt: Temporal.Instant | undefined
  let listedAt: Temporal.Instant | undefined
  let underway: Promise<void> | undefined

  async function refresh(): Promise<void> {
    requestedAt = clock.now()
    const keys = keysIn(await fetchKeys())
    if (!keys) return
    known = keys
    listedAt = requestedAt
  }
  function refreshOnce(): Promise<void> {
    underway ??= refresh().finally(() => {
      underway = undefined
    })
    return underway
  }
  function hasEnded(age: Temporal.DurationLike, since: Temporal.Instant | undefined): boolean {
    return !since || Temporal.Instant.compare(since.add(age), clock.now()) <= 0
  }

  return {
    async find(keyid) {
      const isEnough = known.has(keyid) && !hasEnded(greatestAge, listedAt)
      if (!isEnough && (underway || hasEnded(minAge, requestedAt))) await refreshOnce()
      return known.get(keyid)
    },
  }
}

/** Undefined when the reply is not a list of keys. */
function keysIn(reply: OperatorReply): Keys | undefined {
  if (reply.kind === 'no_reply' || reply.status !== 200 || !Array.isArray(reply.json)) return undefined
  const keys = publicKeys.parse(reply.json).flatMap(({ id, key }) => {
    const read = id !== undefined && key !== undefined && readKey(key)
    return read ? [[id, read] as const] : []
  })
  return new Map(keys)
}

function readKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem)
  } catch {
    return undefined
  }
}

const neededComponents = ['@method', '@authority', '@path', 'content-digest']
/** Tolerance for a pawaPay clock that is ahead of ours, in seconds. */
const skewSeconds = 60

export function isSigned({ headers }: CallbackRequest): boolean {
  return headers['signature-input'] !== undefined || headers.signature !== undefined
}

/** Why a callback is not authentic; undefined when it is. */
export async function faultOf(
  request: CallbackRequest,
  keys: { find(keyid: string): Promise<KeyObject | undefined> },
  clock: Clock,
): Promise<string | undefined> {
  const fields = readSignature(request.headers)
  if (!fields) return 'no readable signature'
  const open = neededComponents.filter((name) => !fields.components.includes(name))
  // guard: pawapay-signed-components
  if (open.length > 0) return `signature does not cover ${open.join(', ')}`
  const now = unixSeconds(clock.now())
  // guard: pawapay-signature-age
  if (fields.expires < now || fields.created > now + skewSeconds)
    return 'signature is expired or not yet valid'
  // guard: pawapay-body-digest
  if (!isDigestOf(request.body, request.headers['content-digest'] ?? '')) return 'digest of another body'
  const base = signatureBase(request, fields)
  if (base === undefined) return 'signature covers missing parts of the request'
  const key = await keys.find(fields.keyid)
  if (!key) return 'signed with an unknown key'
  return isSignedBy(key, fields.algorithm, base, fields.signature) ? undefined : 'wrong signature'
}
