// Whether the goods of a receipt were handed over, as the shop's own service knows it. What is marked without a network is kept on the
// device and sent later.
import { newUuid } from '../../ui/service/uuid.ts'

/** The user of the portal who is signed in on this device. */
export type Seller = { token: string; name: string; mayMark: boolean }

export type Marking =
  | { state: 'waiting' }
  | { state: 'handed_over'; at: Date; by: string; isOurs: boolean }
  /** Nothing is known without a network but what this device marked itself. */
  | { state: 'offline'; markedAt?: Date; isOurs?: boolean }
  /** A receipt of another shop, or of test mode in production. */
  | { state: 'foreign' }
  | { state: 'signed_out' }
  | { state: 'not_allowed' }
  /** The money went back meanwhile. */
  | { state: 'refused' }

/** A marking that was not sent yet. The id makes a repeat the same act. */
type Kept = { code: string; mark_id: string; at: number }

const store = 'hand-overs'
const maxKept = 500

let seller: Seller | 'signed_out' | undefined

/** Finds out who is signed in to the portal in this browser; undefined without a network. */
export async function readSeller(): Promise<Seller | 'signed_out' | undefined> {
  try {
    const response = await fetch('/api/v1/merchant/session', {
      cache: 'no-store',
      credentials: 'same-origin',
    })
    if (!response.ok) return seller
    const { data } = (await response.json()) as {
      data: { access_token: string | null; user?: { name: string }; rights?: string[] }
    }
    seller = data.access_token
      ? {
          token: data.access_token,
          name: data.user?.name ?? '',
          mayMark: data.rights?.includes('sell') ?? false,
        }
      : 'signed_out'
  } catch {}
  return seller
}

/** Whether the goods of this receipt were handed over. */
export async function markingOf(code: string): Promise<Marking> {
  const known = await request('GET', code)
  const own = kept().find((one) => one.code === code)
  return known.state === 'offline' && own ? { ...known, markedAt: new Date(own.at) } : known
}

/** Marks the goods as handed over; without a network on this device alone, until there is one. */
export async function markHandedOver(code: string): Promise<Marking> {
  const own = kept().find((one) => one.code === code) ?? {
    code,
    mark_id: newUuid(),
    at: Date.now(),
  }
  keep([...without(code), own])
  const known = await request('POST', code, own)
  if (known.state === 'offline') return { ...known, markedAt: new Date(own.at), isOurs: true }
  keep(without(code))
  return known
}

/** What became of goods that were marked without a network, where it was not what the seller believed. */
export type Late = { code: string; found: Extract<Marking, { state: 'handed_over' | Unmarked }> }
type Unmarked = 'foreign' | 'refused' | 'not_allowed'

/** Sends what was marked without a network. Returns the receipts that could not be marked. */
export async function sendKept(): Promise<Late[]> {
  const late: Late[] = []
  for (const one of kept()) {
    const known = await request('POST', one.code, one)
    if (known.state === 'offline' || known.state === 'signed_out') break
    keep(without(one.code))
    const isMarked = known.state === 'waiting' || (known.state === 'handed_over' && known.isOurs)
    if (!isMarked) late.push({ code: one.code, found: known })
  }
  return late
}

/** How many markings wait for a network. */
export const keptCount = (): number => kept().length

const longestWaitMs = 15_000

type HandOver = {
  state: 'waiting' | 'handed_over'
  handed_over_at: string | null
  handed_over_by: string | null
  outcome?: 'marked' | 'marked_before'
}

async function request(method: 'GET' | 'POST', code: string, own?: Kept): Promise<Marking> {
  if (seller === undefined) await readSeller()
  if (seller === undefined) return { state: 'offline' }
  if (seller === 'signed_out') return { state: 'signed_out' }
  try {
    const response = await fetch(`/api/v1/merchant/receipts/${encodeURIComponent(code)}/hand-over`, {
      method,
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${seller.token}`,
        ...(own && { 'content-type': 'application/json' }),
      },
      ...(own && { body: JSON.stringify({ mark_id: own.mark_id }) }),
      signal: AbortSignal.timeout(longestWaitMs),
    })
    if (!response.ok) return { state: await refusalOf(response) }
    const { data } = (await response.json()) as { data: HandOver }
    return readMarking(data)
  } catch {
    return { state: 'offline' }
  }
}

function readMarking({ state, handed_over_at, handed_over_by, outcome }: HandOver): Marking {
  if (state === 'waiting') return { state }
  const [at, by] = [new Date(handed_over_at ?? ''), handed_over_by ?? '']
  return { state, at, by, isOurs: outcome === 'marked' }
}

type Refusal = 'foreign' | 'refused' | 'not_allowed' | 'signed_out' | 'offline'
const refusals: Partial<Record<number, Refusal>> = { 404: 'foreign', 409: 'refused', 403: 'not_allowed' }

async function refusalOf({ status }: Response): Promise<Refusal> {
  if (status === 401) seller = 'signed_out'
  return status === 401 ? 'signed_out' : (refusals[status] ?? 'offline')
}

function kept(): Kept[] {
  try {
    return JSON.parse(localStorage.getItem(store) ?? '[]') as Kept[]
  } catch {
    return []
  }
}

const without = (code: string) => kept().filter((one) => one.code !== code)

function keep(list: Kept[]): void {
  try {
    localStorage.setItem(store, JSON.stringify(list.slice(-maxKept)))
  } catch {}
}
