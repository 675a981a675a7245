import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { networkLookup } from './client.ts'

const opened: { close(): unknown }[] = []
afterEach(() => {
  for (const thing of opened.splice(0)) thing.close()
})

/** A name server that knows `shop.example`, replies that `none.example` does not exist, and ignores all other names. */
async function serveNames() {
  const socket = createSocket('udp4')
  opened.push(socket)
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5
    const name = query.toString('latin1', 13, end - 5).replace(/[\x01-\x1f]/g, '.')
    const wantsFour = query.readUInt16BE(end - 4) === 1
    if (name === 'shop.example')
      socket.send(respond(query, end, wantsFour ? [203, 0, 113, 9] : []), port, address)
    if (name === 'none.example') socket.send(respond(query, end, [], 3), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return networkLookup({ servers: [`127.0.0.1:${socket.address().port}`] })
}

function respond(query: Buffer, endOfQuestion: number, ip: number[], code = 0): Buffer {
  const reply = Buffer.from(query.subarray(0, endOfQuestion))
  reply.writeUInt16BE(0x8180 | code, 2)
  reply.writeUInt16BE(ip.length > 0 ? 1 : 0, 6)
  reply.fill(0, 8, 12)
  const record = ip.length > 0 ? [0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip] : []
  return Buffer.concat([reply, Buffer.from(record)])
}

const send = (lookup: Awaited<ReturnType<typeof serveNames>>, name: string) =>
  new Promise<unknown>((resolve) => {
    lookup(name, { all: true }, (error, found) => resolve(error?.code ?? found))
  })

test('a name is looked up as IPv4 and IPv6, and one address is enough', async () => {
  expect(await send(await serveNames(), 'shop.example')).toEqual([{ address: '203.0.113.9', family: 4 }])
})

test('a name that does not exist is an error', async () => {
  assert.equal(await send(await serveNames(), 'none.example'), 'ENOTFOUND')
})

test('look-ups that hang do not delay other look-ups', async () => {
  const lookup = await serveNames()
  const hasEnded: string[] = []
  const dead = Array.from({ length: 40 }, async (_, i) => {
    await send(lookup, `dead-${i}.example`)
    hasEnded.push('dead')
  })
  await send(lookup, 'shop.example')
  hasEnded.push('shop')
  assert.equal(hasEnded[0], 'shop')
  await Promise.all(dead)
})
