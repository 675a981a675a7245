// M-Pesa for tests: a minimal gateway that opens sessions, and the adapter connected to it.
import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import type { Operator } from '../../../operator-calls/operator.ts'
import { silentLog } from '../../../platform/process/log.ts'
import { manualClock } from '../../../platform/time/clock.ts'
import type { MpesaConnection } from '../operator-settings.ts'
import {
  examplePayout,
  type LocalOperator,
  openLocalOperator,
  type PlayedReply,
  type ReceivedRequest,
  readReceived,
} from '../testing.ts'
import { openMpesa } from './adapter.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const payout = { ...examplePayout, operator: 'vodacom', msisdn: '243810000001' } as const
export const conversation = '019a0000000070008000000000000001'
const timeoutMs = 5_000
const opened: { close(): Promise<void> }[] = []

/** Closes everything that a test opened. */
export async function closeAll(): Promise<void> {
  for (const thing of opened.splice(0)) await thing.close()
}

type World = {
  gateway: LocalOperator
  mpesa: Operator
  clock: ReturnType<typeof manualClock>
  calls(): ReturnType<typeof readReceived>[]
}

export function connect(
  url: string,
  changes: Partial<MpesaConnection> = {},
  clock = manualClock(),
): Operator {
  const connection: MpesaConnection = {
    protocol: 'mpesa',
    url: `${url}/sandbox/ipg/v2/vodacomDRC`,
    apiKey: 'api-key',
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    serviceProviderCode: '000000',
    notFoundCode: 'INS-23',
    origin: 'pay.example',
    mode: 'async',
    confirmCallbacks: true,
    sessionSeconds: 600,
    ...changes,
  }
  const operator = openMpesa(connection, { log: silentLog, clock, timeoutMs })
  opened.push(operator)
  return operator
}

/** A gateway that replies to every call with this function. */
export async function standing(respond: (requested: ReceivedRequest) => PlayedReply): Promise<LocalOperator> {
  const gateway = await openLocalOperator(respond)
  opened.push(gateway)
  return gateway
}

/** A gateway that opens sessions s-1, s-2, … and replies to every other call with this function. */
export async function facing(
  respond: (requested: ReceivedRequest) => PlayedReply,
  changes: Partial<MpesaConnection> = {},
): Promise<World> {
  let sessions = 0
  const gateway = await standing((requested) => {
    if (!requested.path.endsWith('/getSession/')) return respond(requested)
    sessions += 1
    return { status: 200, body: { output_ResponseCode: 'INS-0', output_SessionID: `s-${sessions}` } }
  })
  const clock = manualClock()
  const calls = () => gateway.received.map(readReceived).filter(({ path }) => !path.endsWith('/getSession/'))
  return { gateway, mpesa: connect(gateway.url, changes, clock), clock, calls }
}

export function bearerOf({ headers }: Pick<ReceivedRequest, 'headers'>): string {
  const text = (headers.authorization ?? '').replace('Bearer ', '')
  const padding = constants.RSA_PKCS1_PADDING
  return privateDecrypt({ key: privateKey, padding }, Buffer.from(text, 'base64')).toString()
}

export function granted(more: object = {}): object {
  return { output_ResponseCode: 'INS-0', output_ThirdPartyConversationID: conversation, ...more }
}

/** The reply to an inquiry, with the conversation id of the request. */
export function found(requested: ReceivedRequest, more: object): PlayedReply {
  const named = readReceived(requested).query.input_ThirdPartyConversationID
  return {
    status: 200,
    body: { output_ResponseCode: 'INS-0', output_ThirdPartyConversationID: named, ...more },
  }
}
