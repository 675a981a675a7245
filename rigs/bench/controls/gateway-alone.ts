// A charge without a database: Fastify, and the same two calls to the card gateway, by the product's own adapter.
// What the product needs beyond this is the cost of its database side and of the rules around it.
import '../../../server/platform/process/memory.ts'
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import type { TransientToken } from '../../../server/cards/gateway/gateway.ts'
import { openGateways } from '../../../server/composition/card-gateways.ts'
import { type CompleteSettings, readSettings } from '../../../server/config/settings.ts'
import { money } from '../../../server/kernel/money.ts'
import { openLog } from '../../../server/platform/process/log.ts'
import { systemClock as clock } from '../../../server/platform/time/clock.ts'
import { cardToken } from '../workloads/charge.ts'
import { oneAtATime } from '../workloads/one-at-a-time.ts'
import { runControl } from './control-program.ts'

const settings = readSettings(process.env) as CompleteSettings
const log = openLog('error')
const gateway = openGateways(settings, { clock, log })('sandbox')

const billTo = {
  forename: 'Grâce',
  surname: 'Mukendi Kabila',
  email: 'grace.mukendi@example.com',
  phone: '+243991234567',
  addressLine1: '12 avenue du Lac, quartier Himbi',
  city: 'Goma',
  country: 'CD',
}
const browser = {
  ipAddress: '127.0.0.1',
  userAgent: 'bench',
  acceptHeader: '*/*',
  language: 'fr',
  colorDepth: '24',
  screenHeight: '1080',
  screenWidth: '1920',
  timeDifference: '-60',
  javaEnabled: false,
}
const amount = money(2_550n, 'USD')

const simulators = new URL(settings.CARD_GATEWAY_SANDBOX_URL ?? '').origin

type Means = { token: TransientToken; referenceId: string }
const ready: Means[] = []

/** Opened for each stock, because they expire after 15 minutes. */
async function openCardFields() {
  const targetOrigins = [new URL(settings.BASE_URL).origin]
  const context = await gateway.openCaptureContext({ targetOrigins, allowedCardNetworks: ['VISA'] })
  if (context.kind !== 'opened') throw new Error(`the gateway opened no card fields: ${context.cause}`)
  return context
}

/** A card token with its set-up: the gateway accepts each for one charge. */
async function prepare({ jwt, tokenKey }: Awaited<ReturnType<typeof openCardFields>>): Promise<void> {
  const token = await gateway.readTransientToken(await cardToken(simulators, jwt), [tokenKey])
  if (token.kind !== 'token') throw new Error('the gateway made an invalid token')
  const setup = await gateway.setUpAuthentication({ code: randomUUID(), token })
  if (setup.kind !== 'set_up') throw new Error(`the gateway set nothing up: ${setup.cause}`)
  ready.push({ token, referenceId: setup.referenceId })
}

/** @returns what became of it. @throws Error when the payer could not be enrolled. */
async function charge({ token, referenceId }: Means): Promise<string> {
  const request = { code: `LKT-${randomUUID()}`, token, amount, billTo }
  const returnUrl = `${settings.BASE_URL}/return`
  const enrolled = await gateway.enrol({ ...request, referenceId, returnUrl, browser })
  if (enrolled.kind !== 'authenticated') throw new Error(`enrolment: ${enrolled.kind}`)
  const { evidence } = enrolled
  const reply = await gateway.charge({
    ...request,
    reference: randomUUID(),
    evidence,
    ipAddress: '127.0.0.1',
  })
  return reply.kind
}

const app = fastify({ logger: false })
app.post<{ Body: { size: number } }>('/prepare', async ({ body: { size } }) => {
  const fields = await openCardFields()
  await oneAtATime(size - ready.length, () => prepare(fields))
  return { ready: ready.length }
})
app.post('/pay', async (_, reply) => {
  const means = ready.pop()
  const result = means ? await charge(means) : 'no token is left'
  return reply.code(result === 'approved' ? 200 : 502).send({ state: 'DONE', result })
})
await runControl(app)
