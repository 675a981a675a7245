// Implements the card gateway port with Cybersource's REST API. Calls are in the files named after them; translate,
// authentication-outcome and found interpret the replies.
import type { CardGateway, UndoOutcome } from '../../cards/gateway/gateway.ts'
import { openUpstream, type Upstream } from '../../platform/network/upstream.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import * as authentication from './authentication.ts'
import { type CybersourceSettings, type GatewayClient, openClient } from './client.ts'
import * as payment from './payment.ts'
import { reportDisputes } from './reporting/disputes.ts'
import { reportDay } from './reporting/report.ts'
import { findCharge, findRefund, findUndo, probe } from './reporting/search.ts'
import { cardOfToken, openCaptureContext, readTransientToken } from './sessions.ts'
import { openSigningKeys } from './signing-keys.ts'

/** Opens the gateway without calling it. @throws when the base URL of the settings is invalid. */
export function openCybersource(
  settings: CybersourceSettings,
  { log, clock, upstream = openUpstream('card-gateway') }: { log: Log; clock: Clock; upstream?: Upstream },
): CardGateway {
  const client = openClient(settings, { log, clock, upstream })
  const keys = openSigningKeys(client, clock)
  return {
    openCaptureContext: (request) => openCaptureContext(client, keys, request),
    readTransientToken: (jwt, tokenKeys) => readTransientToken(jwt, tokenKeys, clock),
    setUpAuthentication: (request) => authentication.setUpAuthentication(client, request),
    enrol: (request) => authentication.enrol(client, request),
    validate: (request) => authentication.validate(client, request),
    charge: (request) => payment.charge(client, request, cardOfToken(request.token.jwt)),
    findCharge: (charge) => findCharge(client, charge),
    undoCharge: (charge) => undoCharge(client, charge),
    refund: (request) => payment.refund(client, request),
    findRefund: (refund) => findRefund(client, refund),
    reportDay: (date) => reportDay({ client, log }, settings.merchantId, date),
    reportDisputes: (from, to) => reportDisputes({ client, log }, settings.merchantId, [from, to]),
    probe: () => probe(client),
  }
}

async function undoCharge(
  client: GatewayClient,
  charge: Parameters<CardGateway['undoCharge']>[0],
): Promise<UndoOutcome> {
  const reply = await payment.undo(client, charge)
  if (reply.kind !== 'undone_before' && reply.kind !== 'undone_or_too_late') return reply
  const { kind, cause, ...trace } = reply
  const found = await findUndo(client, charge)
  if (found.kind === 'undone') return { ...trace, ...found }
  if (kind === 'undone_before') return { ...trace, kind: 'undone', upstreamId: '' }
  return { ...trace, kind: found.kind === 'unavailable' ? 'unknown' : 'refused', cause }
}
