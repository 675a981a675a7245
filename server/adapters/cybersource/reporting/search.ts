// Transaction search (/tss/v2). This reporting service lags by minutes, so finding nothing never proves absence.
import type { CardGateway, ChargeInquiry, Unavailable } from '../../../cards/gateway/gateway.ts'
import { isObject } from '../../reply.ts'
import { unavailable } from '../authentication.ts'
import type { GatewayClient } from '../client.ts'
import { causeOf, isSuccess } from '../translate.ts'
import { type Details, detailsBody, type Summary, searchBody } from '../wire.ts'
import * as found from './found.ts'

type RefundInquiry = Awaited<ReturnType<CardGateway['findRefund']>>

const json = 'application/json;charset=utf-8'

/** Finds out what became of a charge: the newest hit with its code, amount and time that does not belong to another request. */
export async function findCharge(client: GatewayClient, wanted: found.Wanted): Promise<ChargeInquiry> {
  const hits = await search(client, wanted.code)
  if (!Array.isArray(hits)) return hits
  const details = await firstDetails(client, hits, wanted, found.chargeApplications)
  if (!details) return { kind: 'absent' }
  if ('kind' in details) return details
  const reply = found.chargeFound(details)
  if (!reply) return unknownStatus(details)
  const undoneBy = await undoOf(client, details, hits)
  if (typeof undoneBy === 'object') return undoneBy
  return { kind: 'found', reply, undone: undoneBy !== '' || found.isUndone(details) }
}

/** Finds out what became of a refund, as `findCharge` does. */
export async function findRefund(client: GatewayClient, wanted: found.Wanted): Promise<RefundInquiry> {
  const hits = await search(client, wanted.code)
  if (!Array.isArray(hits)) return hits
  const details = await firstDetails(client, hits, wanted, found.refundApplications)
  if (!details) return { kind: 'absent' }
  if ('kind' in details) return details
  const reply = found.refundFound(details)
  return reply ? { kind: 'found', reply } : unknownStatus(details)
}

/** Finds the void or reversal of a charge; an empty id when it is known to be undone, but not by which transaction. */
export async function findUndo(
  client: GatewayClient,
  wanted: found.Wanted & { paymentId?: string },
): Promise<{ kind: 'undone'; upstreamId: string } | { kind: 'not_undone' } | Unavailable> {
  const hits = await search(client, wanted.code)
  if (!Array.isArray(hits)) return hits
  const details = wanted.paymentId
    ? await readDetails(client, wanted.paymentId)
    : await firstDetails(client, hits, wanted, found.chargeApplications)
  if (!details) return { kind: 'not_undone' }
  if ('kind' in details) return details
  const undoneBy = await undoOf(client, details, hits)
  if (typeof undoneBy === 'object') return undoneBy
  const isUndone = undoneBy !== '' || found.isUndone(details)
  return isUndone ? { kind: 'undone', upstreamId: undoneBy } : { kind: 'not_undone' }
}

async function search(client: GatewayClient, code: string): Promise<Summary[] | Unavailable> {
  // Any other character could change the meaning of the search query.
  if (!/^[\w-]{1,50}$/.test(code)) return { kind: 'unavailable', cause: 'code with invalid characters' }
  const reply = await client.call({
    operation: 'search',
    method: 'POST',
    path: '/tss/v2/searches',
    accept: json,
    body: {
      save: false,
      name: 'inquiry',
      timezone: 'UTC',
      query: `clientReferenceInformation.code:${code}`,
      offset: 0,
      limit: 200,
      sort: 'submitTimeUtc:desc',
    },
  })
  if (!isSuccess(reply) || !isObject(reply.json)) return unavailable(reply, causeOf(reply))
  return searchBody.parse(reply.json)._embedded.transactionSummaries
}

async function firstDetails(
  client: GatewayClient,
  hits: Summary[],
  wanted: found.Wanted,
  applications: readonly string[],
): Promise<Details | Unavailable | undefined> {
  for (const hit of hits) {
    if (!hit.id || !found.canBe(hit, wanted, applications)) continue
    const details = await readDetails(client, hit.id)
    if ('kind' in details) return details
    if (found.isAmbiguous(details, wanted))
      return { kind: 'unavailable', cause: 'attempts at one payment cannot be distinguished' }
    if (found.mayBeOf(details, wanted)) return details
  }
  return undefined
}

async function readDetails(client: GatewayClient, id: string): Promise<Details | Unavailable> {
  const reply = await client.call({
    operation: 'transaction details',
    method: 'GET',
    path: `/tss/v2/transactions/${encodeURIComponent(id)}`,
    accept: json,
  })
  if (!isSuccess(reply)) return unavailable(reply, causeOf(reply))
  const details = detailsBody.parse(reply.json)
  return details.id === id ? details : unavailable(reply, 'details of another transaction')
}

async function undoOf(
  client: GatewayClient,
  charge: Details,
  hits: Summary[],
): Promise<string | Unavailable> {
  for (const { id } of hits.filter(found.isUndo)) {
    if (!id) continue
    if (found.isRelated(charge, id)) return id
    const details = await readDetails(client, id)
    if ('kind' in details) return details
    if (found.isRelated(details, charge.id ?? '')) return id
  }
  return ''
}

function unknownStatus(details: Details): Unavailable {
  return { kind: 'unavailable', cause: `status ${details.applicationInformation.status}` }
}

/** A search that finds nothing, which succeeds only with valid credentials. */
export async function probe(client: GatewayClient): Promise<{ kind: 'ok' } | Unavailable> {
  const hits = await search(client, 'probe')
  return Array.isArray(hits) ? { kind: 'ok' } : hits
}
