// A shop's webhook handler that does everything right, but for the fault that is planted in it. It reports its orders in its replies.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export const faults = [
  'other_secret',
  'slow',
  'length_of_signature_only',
  'unsigned_accepted',
  'crash_on_malformed_signature',
  'old_accepted',
  'future_accepted',
  'age_by_header',
  'first_signature_only',
  'signature_over_parsed_body',
  'parsed_before_verified',
  'unknown_event_refused',
  'unknown_field_refused',
  'latin1_body',
  'amounts_up_to_a_million',
  'body_up_to_8_kib',
  'failed_is_paid',
  'duplicate_refused',
  'check_then_act',
  'first_attempts_only',
  'last_transfer_event_wins',
  'cancellation_is_final',
  'refund_needs_payment',
  'never_idempotent',
] as const
export type Fault = (typeof faults)[number]

type Shop = { events: Set<string>; orders: Map<string, { state: string; fulfilled: number }> }

export type FaultyHandler = { url: string; paths: string[]; close(): Promise<void> }

/** Opens a handler on this machine. @param options.reports whether replies say what became of the order. */
export async function openFaultyHandler(
  secret: string,
  fault?: Fault,
  { reports = true }: { reports?: boolean } = {},
): Promise<FaultyHandler> {
  const shop: Shop = { events: new Set(), orders: new Map() }
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    paths.push(request.url ?? '')
    const body = await buffer(request)
    const { status, order } = await replyTo(shop, { secret, fault }, request.headers, body)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(reports && order ? JSON.stringify({ order }) : '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/webhooks`,
    paths,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

type Reply = { status: number; order?: { state: string; fulfilled: number } }
type Nature = { secret: string; fault: Fault | undefined }

async function replyTo(
  shop: Shop,
  nature: Nature,
  headers: IncomingHttpHeaders,
  raw: Buffer,
): Promise<Reply> {
  const { fault } = nature
  if (fault === 'slow') await sleep(350)
  try {
    if (fault === 'parsed_before_verified') JSON.parse(raw.toString())
    if (fault === 'body_up_to_8_kib' && raw.length > 8_192) return { status: 413 }
    if (!isGenuine(nature, headers, raw)) return { status: 400 }
    const event = JSON.parse(raw.toString())
    if (refuses(nature, event, headers)) return { status: 422 }
    return await apply(shop, nature, String(headers['x-service-event-id']), event)
  } catch {
    return { status: 500 }
  }
}

function isGenuine({ secret, fault }: Nature, headers: IncomingHttpHeaders, raw: Buffer): boolean {
  const header = headers['x-service-signature'] as string | undefined
  if (header === undefined) {
    const isCancellation = raw.includes('PAYMENT_CANCELLATION')
    return fault === (isCancellation ? 'cancellation_is_final' : 'unsigned_accepted')
  }
  const match = /^t=(\d{10})((?:,v1=[0-9a-f]{64}){1,2})$/.exec(header)
  if (!match && fault !== 'crash_on_malformed_signature') return false
  const [, t = '', signed = ''] = match as RegExpExecArray
  const age = Date.now() / 1000 - Number(fault === 'age_by_header' ? headers['x-service-timestamp'] : t)
  if ((age > 300 && fault !== 'old_accepted') || (age < -300 && fault !== 'future_accepted')) return false
  const texts = signed.match(/[0-9a-f]{64}/g) ?? []
  const key = fault === 'other_secret' ? 'whsec_of_production' : secret
  const text = signedText(fault, raw)
  if (text === undefined) return false
  const expected = createHmac('sha256', key).update(t).update(text).digest()
  if (fault === 'length_of_signature_only') return texts.every((v1) => v1.length === expected.length * 2)
  const tried = fault === 'first_signature_only' ? texts.slice(0, 1) : texts
  return tried.some((v1) => timingSafeEqual(expected, Buffer.from(v1, 'hex')))
}

/** What the handler takes for the signed text; undefined where it cannot tell. */
function signedText(fault: Fault | undefined, raw: Buffer): string | undefined {
  if (fault !== 'signature_over_parsed_body') return raw.toString(fault === 'latin1_body' ? 'latin1' : 'utf8')
  try {
    return JSON.stringify(JSON.parse(raw.toString()))
  } catch {
    return undefined
  }
}

function refuses({ fault }: Nature, event: Record<string, string>, headers: IncomingHttpHeaders): boolean {
  const type = event.event_type ?? 'PAYMENT'
  if (fault === 'unknown_event_refused') return !/^(PAYMENT|REFUND|REMITTANCE)/.test(type)
  if (fault === 'amounts_up_to_a_million') return Number(event.amount) > 1_000_000
  if (fault === 'unknown_field_refused')
    return Object.values(event).some((value) => typeof value === 'object' && value !== null)
  return fault === 'first_attempts_only' && Number(headers['x-service-attempt']) > 2 && type === 'PAYMENT'
}

async function apply(
  shop: Shop,
  { fault }: Nature,
  id: string,
  event: Record<string, string>,
): Promise<Reply> {
  const { event_type: type = 'PAYMENT', status = '' } = event
  const reference = event.transaction_uuid ?? event.transaction_id ?? ''
  const order = shop.orders.get(reference) ?? { state: 'open', fulfilled: 0 }
  if (fault === 'refund_needs_payment' && type === 'REFUND' && order.state === 'open') return { status: 404 }
  const isKnown = shop.events.has(id) && fault !== 'never_idempotent'
  if (isKnown) return { status: fault === 'duplicate_refused' ? 409 : 200, order }
  shop.orders.set(reference, order)
  // Long enough for the other requests of an event that is sent several times at once.
  if (fault === 'check_then_act') await sleep(100)
  shop.events.add(id)
  change(order, { fault, type, status })
  return { status: 200, order }
}

function change(
  order: { state: string; fulfilled: number },
  { fault, type, status }: { fault: Fault | undefined; type: string; status: string },
): void {
  if (type === 'PAYMENT_CANCELLATION') order.state = 'cancelled'
  else if (type === 'REFUND') order.state = 'refunded'
  else if (type === 'REMITTANCE') {
    const isLate = order.state === 'reversed' && fault !== 'last_transfer_event_wins'
    if (!isLate) order.state = status.toLowerCase()
  } else if (order.state === 'refunded' || order.state === 'cancelled') return
  else if (status === 'SUCCESS' || fault === 'failed_is_paid') {
    order.state = 'paid'
    order.fulfilled += 1
  } else order.state = 'failed'
}
