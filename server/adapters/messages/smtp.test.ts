// SMTP against a real server.
import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../../test/support/messages/mail-server.ts'
import { newId } from '../../kernel/id.ts'
import { channelContract } from '../../messages/channel.contract.ts'
import type { OutgoingMessage } from '../../messages/channel.ts'
import { openSmtp } from './smtp.ts'

const from = { name: 'Likuta', address: 'no-reply@pay.example' }
const grace = 'grace@example.com'

const message = (id: string, changes: { address?: string; subject?: string } = {}): OutgoingMessage => ({
  id,
  kind: 'payout_failed',
  address: grace,
  language: 'fr',
  createdAt: Temporal.Instant.from('2026-11-24T09:30:00Z'),
  channel: 'email',
  subject: 'Votre versement a échoué',
  text: 'Bonjour\n',
  html: '<p>Bonjour</p>',
  ...changes,
})

const treatments = { refuse: 550, 'refuse for now': 451, 'accept and break off': 'break off' } as const

channelContract('SMTP', async () => {
  const server = await openMailServer()
  return {
    channel: openSmtp({ url: server.url, from }),
    message,
    arrived: () => server.received.map(({ messageId }) => messageId.slice(1, messageId.indexOf('@'))),
    next: (treatment) => server.treat(grace, treatments[treatment]),
    stop: () => server.close(),
    close: () => server.close(),
  }
})

async function withServer(work: (server: MailServer) => Promise<void>): Promise<void> {
  const server = await openMailServer()
  await work(server).finally(() => server.close())
}

test('an email has both texts, a stable id, the date of its fact, and says that no person sent it', () =>
  withServer(async (server) => {
    const channel = openSmtp({ url: server.url, from })
    const id = newId()
    assert.equal((await channel.send(message(id))).kind, 'sent')
    const [mail] = server.received
    expect(mail).toMatchObject({
      from: from.address,
      to: [grace],
      messageId: `<${id}@pay.example>`,
    })
    for (const line of [
      'Auto-Submitted: auto-generated',
      'Date: Tue, 24 Nov 2026 09:30:00 +0000',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Type: text/html; charset=utf-8',
    ])
      assert.ok(mail?.raw.includes(line), `${line} is not in ${mail?.raw}`)
  }))

test('an email that can be stopped says how, for a mail program alone, and no other email does', () =>
  withServer(async (server) => {
    const channel = openSmtp({ url: server.url, from })
    const unsubscribe = 'https://pay.example/emails/s.LKT-7K2M-9QXA.key.signature?lang=fr'
    await channel.send({ ...message(newId()), unsubscribe } as OutgoingMessage)
    await channel.send(message(newId()))
    const [stoppable = '', other = ''] = server.received.map(({ raw }) => raw.replaceAll(/\r?\n[ \t]+/g, ' '))
    assert.ok(stoppable.includes(`List-Unsubscribe: <${unsubscribe}>`), stoppable)
    assert.ok(stoppable.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'))
    assert.ok(other !== '' && !other.includes('List-Unsubscribe'))
  }))

test('neither an address nor a subject can add recipients or headers', () =>
  withServer(async (server) => {
    const channel = openSmtp({ url: server.url, from })
    await channel.send(message(newId(), { subject: 'A\r\nBcc: other@example.com' }))
    for (const address of [
      `${grace}, other@example.com`,
      `${grace}>\r\nRCPT TO:<other@example.com`,
      `O <${grace}>`,
    ])
      expect(await channel.send(message(newId(), { address }))).toEqual({
        kind: 'refused',
        reason: 'ADDRESS',
      })
    expect(server.received.map(({ to }) => to)).toEqual([[grace]])
    assert.doesNotMatch(server.received[0]!.raw, /^Bcc:/im)
  }))

test('a refused sender is about our settings, so the message is sent again', () =>
  withServer(async (server) => {
    const channel = openSmtp({ url: server.url, from })
    server.treat(grace, { sender: 550 })
    expect((await channel.send(message(newId()))).kind).toBe('failed')
  }))

test('nothing is sent in the clear to another machine', () =>
  withServer(async (server) => {
    // This address leads to this machine but is not a loopback address.
    const channel = openSmtp({ url: `smtp://user:secret@0.0.0.0:${server.port}`, from })
    expect((await channel.send(message(newId()))).kind).not.toBe('sent')
    expect(server.received).toEqual([])
  }))
