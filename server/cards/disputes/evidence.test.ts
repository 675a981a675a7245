// Evidence of a dispute: what is accepted, when, and the file that an admin submits at the gateway.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DisputeBench, openDisputeBench } from '../../../test/support/callers/disputes.ts'
import { pdfText } from '../../../test/support/papers/pdf-text.ts'
import { jpegImage, pngChunk, pngImage } from '../../../test/support/world/images.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'

let world: World
let bench: DisputeBench
beforeAll(async () => {
  world = await openWorld({ settings: { DISPUTE_REPORT_SECONDS: '1' } })
  bench = openDisputeBench(world)
})
afterAll(() => world.close())

const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n1 0 obj <</Type /Catalog ${inside}>> endobj\n%%EOF\n`)
const base64 = (bytes: Buffer) => bytes.toString('base64')

async function opened(): Promise<string> {
  const { uuid } = await bench.paid(20)
  await bench.gatewayDispute(uuid)
  return (await bench.disputeIn(uuid, 'OPEN')).dispute_id
}
const send = (id: string, body: object) =>
  world.signed('POST', `/api/v1/payment/disputes/${id}/evidence`, body)
const download = async (path: string) => {
  const headers = { 'x-admin-token': 'test-admin-token-0123456789' }
  const response = await fetch(`${world.url}/api/v1/admin/disputes/${path}`, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('evidence is collected call by call, sent once, and cannot be changed afterwards', async () => {
  const id = await opened()
  const card = { explanation: 'Delivered\tto the holder of 4242 4242 4242 4242.\nSigned.' }
  assert.equal((await send(id, card)).status, 200)
  const note = { name: 'note.pdf', content: base64(pdf()) }
  assert.equal((await send(id, { delivery: 'Note 2041', file: note })).status, 200)
  const audit = (await world.admin('GET', '/api/v1/admin/audit?action=dispute.evidence_saved')).body.data
  expect(audit.items.slice(0, 2)).toMatchObject([
    { detail: { dispute_id: id, file: 'note.pdf' } },
    { detail: { dispute_id: id } },
  ])
  // The same file, as after a lost response, is stored once.
  const sent = await send(id, { file: note, submit: true })
  assert.equal(sent.status, 200, sent.text)
  expect(sent.body.data).toMatchObject({
    state: 'EVIDENCE_SENT',
    evidence: {
      explanation: 'Delivered to the holder of ***.\nSigned.',
      delivery: 'Note 2041',
      files: [{ name: 'note.pdf', type: 'application/pdf' }],
    },
    allowed_actions: { send_evidence: { allowed: false, reason: 'Dispute is EVIDENCE_SENT' } },
  })
  assert.equal(sent.body.data.evidence.files.length, 1)
  for (const body of [card, { submit: true }]) {
    const refused = await send(id, body)
    assert.deepEqual([refused.status, refused.body.detail], [409, 'Dispute is EVIDENCE_SENT'])
  }
})

test('empty evidence is not sent, and a dispute has at most five files', async () => {
  const id = await opened()
  const empty = await send(id, { explanation: ' ', submit: true })
  assert.deepEqual([empty.status, empty.body.detail], [409, 'Evidence is empty'])
  for (let n = 0; n < 5; n++)
    assert.equal(
      (await send(id, { file: { name: `${n}.png`, content: base64(pngImage(20 + n, 20)) } })).status,
      200,
    )
  const sixth = await send(id, { file: { name: '6.pdf', content: base64(pdf()) } })
  assert.deepEqual([sixth.status, sixth.body.detail], [409, 'A dispute has at most 5 files'])
})

const remove = (id: string, file: string, as = world.merchant) =>
  world.signed('POST', `/api/v1/payment/disputes/${id}/evidence/files/${file}/remove`, {}, { as })
const withFile = async (id: string, name: string) => {
  const sent = await send(id, { file: { name, content: base64(pngImage(30, 20)) } })
  return sent.body.data.evidence.files.at(-1).id as string
}

test('a file is removed from the evidence until it is sent, and another takes its place', async () => {
  const id = await opened()
  const other = await opened()
  const wrong = await withFile(id, 'wrong.png')
  const theirs = await withFile(other, 'other.png')
  for (const unknown of [theirs, randomUUID(), 'x'])
    expect((await remove(id, unknown)).status, String(unknown)).toBe(404)
  expect((await remove(id, wrong, await world.register())).status).toBe(404)
  const removed = await remove(id, wrong)
  expect([removed.status, removed.body.data.evidence.files]).toEqual([200, []])
  expect((await remove(id, wrong)).status).toBe(404)
  const audit = (await world.admin('GET', '/api/v1/admin/audit?action=dispute.evidence_removed')).body.data
  expect(audit.items[0]).toMatchObject({
    actor: `merchant:${world.merchant.merchant_code}`,
    detail: { dispute_id: id, file: 'wrong.png' },
  })
  const right = await withFile(id, 'right.png')
  expect((await send(id, { submit: true })).body.data.evidence.files).toMatchObject([{ name: 'right.png' }])
  const late = await remove(id, right)
  expect([late.status, late.body.detail]).toEqual([409, 'Dispute is EVIDENCE_SENT'])
  await bench.rows(`update card_dispute set respond_by = now() - interval '1 second' where dispute_id = $1`, [
    other,
  ])
  expect((await remove(other, theirs)).status).toBe(409)
})

test('a file that is removed while the evidence is sent is removed before, or stays', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await opened()
    await send(id, { explanation: 'Delivered' })
    const file = await withFile(id, 'note.png')
    const [removed, sent] = await Promise.all([remove(id, file), send(id, { submit: true })])
    expect(sent.status).toBe(200)
    expect(sent.body.data.evidence.files.length).toBe(removed.status === 200 ? 0 : 1)
    const { files } = (await world.signed('GET', `/api/v1/payment/disputes/${id}`)).body.data.evidence
    expect([files.length, removed.status]).toEqual(files.length === 0 ? [0, 200] : [1, 409])
  }
})

test('evidence after the deadline is refused, and the state stays open', async () => {
  const id = await opened()
  await bench.rows(`update card_dispute set respond_by = now() - interval '1 second' where dispute_id = $1`, [
    id,
  ])
  const late = await send(id, { explanation: 'Too late', submit: true })
  assert.deepEqual([late.status, late.body.detail], [409, 'The deadline of the dispute has passed'])
  assert.equal((await world.signed('GET', `/api/v1/payment/disputes/${id}`)).body.data.state, 'OPEN')
})

test('an admin downloads the evidence as a PDF, and each file as it was stored', async () => {
  const id = await opened()
  await send(id, {
    explanation: 'Remis à Ɛsther, « signé »',
    file: { name: 'reçu 1.hta', content: base64(pdf()) },
  })
  const { response, bytes } = await download(`${id}/evidence.pdf`)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  assert.match(
    response.headers.get('content-disposition') ?? '',
    /^attachment; filename="dispute-CB\d+\.pdf"$/,
  )
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
  assert.ok(bytes.length > 1_500)
  const detail = (await world.admin('GET', `/api/v1/admin/disputes/${id}`)).body.data
  const file = await download(`${id}/files/${detail.evidence.files[0].id}`)
  assert.deepEqual(file.bytes, pdf())
  assert.equal(file.response.headers.get('content-disposition'), 'attachment; filename="recu-1.hta.pdf"')
  assert.equal(file.response.headers.get('x-content-type-options'), 'nosniff')
  const other = await opened()
  assert.equal((await download(`${other}/files/${detail.evidence.files[0].id}`)).response.status, 404)
})

const textOf = (bytes: Buffer) => pdfText(bytes).drawn

test('the evidence keeps every letter that its fonts have, and writes others by their sound beside what was written', async () => {
  const id = await opened()
  await send(id, { explanation: 'Œuvre d’art à 5 € – pour Łukasz 你好 محمد 🌺' })
  const { drawn, copied } = pdfText((await download(`${id}/evidence.pdf`)).bytes)
  expect(drawn.replaceAll('\n', '')).toContain('Œuvre d’art à 5 € – pour Łukasz NiHao mhmd')
  expect(copied).toContain('Œuvre d’art à 5 € – pour Łukasz 你好 محمد 🌺')
})

async function paidFrom(browser: object): Promise<string> {
  const { transactionUuid, link } = await world.createOrder({ amount: 20 })
  const transient_token = await world.cardToken(link, '4242424242424242')
  const { reference_id } = (await world.checkout(link, 'setup', { transient_token })).body
  assert.deepEqual((await world.checkout(link, 'pay', { reference_id, browser })).body, { state: 'DONE' })
  return transactionUuid
}

test('the evidence names the device that the payer used, and no default in its place', async () => {
  const known = await paidFrom({ language: 'fr-CD', screen_width: '412', screen_height: '915' })
  const [detail] = (await world.admin('GET', `/api/v1/admin/payments/${known}`)).body.data.authentications
  expect(detail.device).toEqual({
    ip_address: '127.0.0.1',
    user_agent: null,
    language: 'fr-CD',
    screen: '412x915',
  })
  const shown = async (uuid: string) => {
    await bench.gatewayDispute(uuid)
    return textOf((await download(`${(await bench.disputeIn(uuid, 'OPEN')).dispute_id}/evidence.pdf`)).bytes)
  }
  const text = await shown(known)
  expect(text).toMatch(/Receipt\n[A-HJKMNP-Z2-9]{10}\n/)
  expect(text).toContain('Result\nY, authenticated')
  for (const fact of ['IP address\n127.0.0.1', 'Language\nfr-CD', 'Screen\n412x915 pixels'])
    expect(text).toContain(fact)
  const other = await shown(await paidFrom({ screen_width: '412' }))
  expect(other).toContain('IP address\n127.0.0.1')
  expect(other).not.toMatch(/Browser|Language|Screen/)
})

test('the evidence names the device of a payment without 3-D Secure evidence, and says where there was none', async () => {
  const id = async (uuid: string) => {
    await bench.gatewayDispute(uuid)
    return (await bench.disputeIn(uuid, 'OPEN')).dispute_id
  }
  const ofPayment = 'transaction_id = (select id from card_transaction where transaction_uuid = $1)'
  const older = await paidFrom({ language: 'fr-CD' })
  await bench.rows(`update card_authentication set dispute_evidence = null where ${ofPayment}`, [older])
  const text = textOf((await download(`${await id(older)}/evidence.pdf`)).bytes)
  expect(text).toContain('IP address\n127.0.0.1')
  expect(text).not.toContain('3-D Secure')
  // As a merchant's server charges a card where the gateway asks for no authentication.
  const bare = await paidFrom({ language: 'fr-CD' })
  await bench.rows(
    `delete from authentication_token where id in (select id from card_authentication where ${ofPayment})`,
    [bare],
  )
  await bench.rows(`delete from card_authentication where ${ofPayment}`, [bare])
  const without = textOf((await download(`${await id(bare)}/evidence.pdf`)).bytes)
  expect(without).toContain('None: the merchant charged the card without it.')
  expect(without).not.toContain('IP address')
})

test('the evidence of a payment that was first declined has only the authentication that paid', async () => {
  const attempts = (count: number) =>
    bench.rows('update merchant set checkout_attempts = $2, version = version + 1 where merchant_code = $1', [
      world.merchant.merchant_code,
      count,
    ])
  await attempts(2)
  const { transactionUuid: uuid, link } = await world.createOrder({ amount: 20 })
  await attempts(1)
  const attempt = async (number: string, language: string) => {
    const transient_token = await world.cardToken(link, number)
    const { reference_id } = (await world.checkout(link, 'setup', { transient_token })).body
    return (await world.checkout(link, 'pay', { reference_id, browser: { language } })).body
  }
  await attempt('4000000000009995', 'en-GB')
  assert.deepEqual(await attempt('4242424242424242', 'fr-CD'), { state: 'DONE' })
  await bench.gatewayDispute(uuid)
  const { dispute_id } = await bench.disputeIn(uuid, 'OPEN')
  const text = textOf((await download(`${dispute_id}/evidence.pdf`)).bytes)
  expect(text.match(/3-D Secure/g)).toHaveLength(1)
  expect(text).toContain('Language\nfr-CD')
  expect(text).not.toContain('en-GB')
})

test('payments from one browser share its row, also when they begin together', async () => {
  const browser = { language: `test-${process.pid}`, screen_width: '1', screen_height: '1' }
  await Promise.all(Array.from({ length: 5 }, () => paidFrom(browser)))
  const rows = await bench.rows<{ payments: bigint }>(
    `select count(a.id) as payments from payer_browser b left join card_authentication a on a.payer_browser = b.id
      where b.language = $1 group by b.id`,
    [browser.language],
  )
  assert.deepEqual(rows, [{ payments: 5n }])
})

test('pictures are drawn into the evidence, unless they would have to be decoded', async () => {
  const id = await opened()
  const header = Buffer.from([0, 0, 0, 9, 0, 0, 0, 9, 8, 6, 0, 0, 0])
  const rows = Buffer.alloc(9 * (1 + 9 * 4))
  const transparent = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
  const files = { 'photo.jpg': jpegImage(40, 24), 'receipt.png': pngImage(30, 20), 'logo.png': transparent }
  for (const [name, bytes] of Object.entries(files))
    assert.equal((await send(id, { file: { name, content: base64(bytes) } })).status, 200)
  const { bytes } = await download(`${id}/evidence.pdf`)
  assert.equal(bytes.toString('latin1').match(/\/Subtype \/Image/g)?.length, 2)
  expect(textOf(bytes)).toMatch(/photo\.jpg\nimage\/jpeg, shown on a page below/)
  expect(textOf(bytes)).toMatch(/logo\.png\nimage\/png, sent with this document/)
})
