// Fetches and caches the public keys that pawaPay publishes for its signatures.
import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Clock } from '../../../../platform/time/clock.ts'
import type { OperatorReply } from '../../call.ts'
import { publicKeys } from '../wire.ts'

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
