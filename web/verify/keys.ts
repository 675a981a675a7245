// The published keys, kept on the device so that receipts verify without a network.

export type Key = { kid: string; x: string; environment: 'sandbox' | 'production' }

/** On a production deployment the second set has the keys of test receipts, which are shown as tests. */
const addresses = ['/.well-known/receipt-keys.json', '/.well-known/receipt-keys.sandbox.json']
const store = 'receipt-keys'

/**
 * The key with this id, from the device or, if it is not there, from the network.
 * @returns 'unknown' if the service publishes no such key, 'unreachable' if it could not be asked.
 */
export async function keyOf(kid: string): Promise<Key | 'unknown' | 'unreachable'> {
  const ofId = (key: Key) => key.kid === kid
  const known = (await Promise.all(addresses.map(stored))).flat().find(ofId)
  if (known) return known
  const sets = await refreshKeys()
  const found = sets.flatMap((keys) => keys ?? []).find(ofId)
  return found ?? (sets.includes(undefined) ? 'unreachable' : 'unknown')
}

/** Fetches and stores both key sets; undefined for one that could not be fetched. */
export async function refreshKeys(): Promise<(Key[] | undefined)[]> {
  return Promise.all(addresses.map(fetched))
}

/** Whether this device can verify receipts without a network. */
export async function hasKeys(): Promise<boolean> {
  return (await stored(addresses[0] as string)).length > 0
}

async function fetched(address: string): Promise<Key[] | undefined> {
  try {
    const response = await fetch(address, { cache: 'no-cache' })
    if (!response.ok) return undefined
    const keys = keysIn(await response.clone().json())
    // Without storage, as in some private windows, receipts still verify while the network is there.
    await caches.open(store).then(
      (cache) => cache.put(address, response),
      () => {},
    )
    return keys
  } catch {
    return undefined
  }
}

async function stored(address: string): Promise<Key[]> {
  try {
    const response = await (await caches.open(store)).match(address)
    return response ? keysIn(await response.json()) : []
  } catch {
    return []
  }
}

const keysIn = (set: unknown) => (set as { keys: Key[] }).keys
