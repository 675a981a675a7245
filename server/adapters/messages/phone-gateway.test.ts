// SMS and WhatsApp against real HTTP servers.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { newId } from '../../kernel/id.ts'
import { type ChannelBench, channelContract } from '../../messages/channel.contract.ts'
import type { Channel, OutgoingMessage } from '../../messages/channel.ts'
import { openSms, openWhatsapp } from './phone-gateway.ts'

type Received = { path: string | undefined; authorization: string | undefined; body: any }

async function openGateway() {
  const received: Received[] = []
  let treatment: number | 'break off' = 200
  const server = createServer(async (request, response) => {
    const body = await json(request)
    const now = treatment
    treatment = 200
    if (typeof now === 'number' && now !== 200) return void response.writeHead(now).end()
    received.push({ path: request.url, authorization: request.headers.authorization, body })
    if (now === 'break off') request.socket.destroy()
    else response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: (wanted: number | 'break off') => {
      treatment = wanted
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const message = (channel: 'sms' | 'whatsapp', id = newId()): OutgoingMessage => ({
  ...{ id, channel, kind: 'payout_failed', address: '+243991234567', language: 'fr', text: `A ${id}` },
  createdAt: Temporal.Instant.from('2026-11-24T09:30:00Z'),
})
const treatments = { refuse: 422, 'refuse for now': 503, 'accept and break off': 'break off' } as const

const bench =
  (channel: 'sms' | 'whatsapp', open: (url: string) => Channel) => async (): Promise<ChannelBench> => {
    const gateway = await openGateway()
    const idOf = ({ body }: Received) =>
      (body.text ?? body.template.components[0].parameters[0].text).replace('A ', '')
    return {
      channel: open(gateway.url),
      message: (id) => message(channel, id),
      arrived: () => gateway.received.map((each) => each.body.id ?? idOf(each)),
      next: (treatment) => gateway.next(treatments[treatment]),
      stop: gateway.close,
      close: gateway.close,
    }
  }
const sms = (url: string) => openSms({ url: `${url}/send`, token: 'secret', sender: 'LIKUTA' })
const whatsapp = (url: string) => openWhatsapp({ url, token: 'secret', template: 'likuta_alert' })

channelContract('SMS', bench('sms', sms))
channelContract('WhatsApp', bench('whatsapp', whatsapp))

test('an SMS carries our id, the sender and the number in international form', async () => {
  const gateway = await openGateway()
  const sent = message('sms')
  await sms(gateway.url).send(sent)
  expect(gateway.received).toEqual([
    {
      path: '/send',
      authorization: 'Bearer secret',
      body: { id: sent.id, from: 'LIKUTA', to: '+243991234567', text: `A ${sent.id}` },
    },
  ])
  await gateway.close()
})

test('a WhatsApp message is a template in the language of the merchant', async () => {
  const gateway = await openGateway()
  await whatsapp(gateway.url).send(message('whatsapp'))
  expect(gateway.received[0]).toMatchObject({
    path: '/messages',
    body: {
      to: '243991234567',
      type: 'template',
      template: { name: 'likuta_alert', language: { code: 'fr' } },
    },
  })
  await gateway.close()
})

test.each([
  [401, 'failed'],
  [429, 'failed'],
  [500, 'unknown'],
  [504, 'unknown'],
] as const)('a gateway that responds %i leaves the outcome %s', async (status, kind) => {
  const gateway = await openGateway()
  gateway.next(status)
  expect(await sms(gateway.url).send(message('sms'))).toEqual({ kind, reason: String(status) })
  await gateway.close()
})
