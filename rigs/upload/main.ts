// npm run rig -- upload: sends a file of 3 MB through the upload page, in a real browser, over 32 kbit/s with five cuts, to a product that was
// started as an operator would. It takes a quarter of an hour, and prints what crossed the network.

import { createHash } from 'node:crypto'
import { launchBrowser } from '../../test/support/browser/browser.ts'
import { type CuttingProxy, openCuttingProxy } from '../../test/support/http/cutting-proxy.ts'
import { pdfOf } from '../../test/support/papers/uploads.ts'
import { inboundBody } from '../../test/support/world/bodies.ts'
import { makeDataFolder, type Product, startProduct } from '../bench/harness/product.ts'
import { openParts } from '../bench/parts.ts'
import { readOptions } from '../options.ts'

const { values } = readOptions({
  name: 'upload',
  does: 'a file that is sent through the upload page over a slow and broken network',
  options: {
    kbit: { type: 'string', default: '32', means: 'of the network, a second' },
    bytes: { type: 'string', default: '3000000', means: 'of the file' },
    cuts: { type: 'string', default: '5', means: 'how often the network is cut' },
    down: { type: 'string', default: '5', means: 'seconds without a network after each cut' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const [kbit, bytes, cuts, down] = [values.kbit, values.bytes, values.cuts, values.down].map(Number) as [
  number,
  number,
  number,
  number,
]
const parts = openParts()
const adminToken = 'upload-admin-token-0123456789'

try {
  const product = await parts.start(
    startProduct(await parts.start(makeDataFolder()), {
      environment: { ADMIN_TOKENS: `upload:${adminToken}` },
    }),
  )
  const { id, link } = await requestPapers(product)
  // Where nothing is special: neither at the end of a piece, nor at that of the file.
  const cutAt = Array.from({ length: cuts }, (_, n) => Math.round(((n + 0.7) / cuts) * bytes))
  const network = await openCuttingProxy(Number(new URL(product.url).port), {
    bytesPerSecond: (kbit * 1_000) / 8,
    cutAt,
    downMs: down * 1_000,
  })
  const file = pdfOf(bytes, 'upload rig')
  const started = performance.now()
  await sendThroughPage(network, new URL(link).pathname, file)
  const seconds = Math.round((performance.now() - started) / 1_000)
  await network.close()
  const received = await papersOf(product, id)
  const isWhole = received.length === 1 && received[0] === digestOf(file)
  const overhead = (100 * (network.sent / file.length - 1)).toFixed(1)
  print(`file: ${file.length} bytes; ${kbit} kbit/s, ${network.cuts} cuts of ${down} s`)
  print(`sent: ${network.sent} bytes (+${overhead} %), received: ${network.received} bytes, page included`)
  print(
    `connections: ${network.connections}; time: ${seconds} s, at least ${Math.round((file.length * 8) / (kbit * 1_000))} s`,
  )
  print(`papers in the case: ${received.length}, ${isWhole ? 'whole' : 'NOT WHOLE'}`)
  if (!isWhole || network.cuts !== cuts) process.exitCode = 1
} finally {
  await parts.stop()
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Makes a transfer, opens the case of its sender, and requests papers. */
async function requestPapers({ url, credentials }: Product): Promise<{ id: string; link: string }> {
  const { merchant_code, merchant_secret } = credentials
  const authorization = `Basic ${Buffer.from(`${merchant_code}:${merchant_secret}`).toString('base64')}`
  const merchant = (path: string, body: object) =>
    call(`${url}/api/v1/remittance/${path}`, body, { authorization })
  const admin = (path: string, body: object) =>
    call(`${url}/api/v1/admin/compliance/cases${path}`, body, { 'x-admin-token': adminToken })
  await merchant('sandbox/topup', { amount: 50 })
  const { transaction_id } = await merchant('inbound', inboundBody())
  const { case_id: id } = await admin('', { transaction_id, role: 'sender', reason: 'Upload rig' })
  const { link } = await admin(`/${id}/paper-requests`, { wanted: ['FUNDS'], language: 'fr', days: 7 })
  return { id, link }
}

/** Makes a call that must succeed, and returns its data. */
async function call(url: string, body: object, headers: Record<string, string>): Promise<any> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return JSON.parse(text).data
}

async function sendThroughPage(network: CuttingProxy, path: string, buffer: Buffer): Promise<void> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ locale: 'fr-CD', viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(0)
  await page.goto(network.url + path)
  await page.locator('#file').setInputFiles({ name: 'acte.pdf', mimeType: 'application/pdf', buffer })
  const progress = setInterval(() => {
    print(`  ${network.sent} bytes sent, ${network.cuts} cuts`)
  }, 60_000)
  await page.getByText('Merci, nous avons reçu vos pièces').waitFor({ timeout: 0 })
  clearInterval(progress)
  await browser.close()
}

/** The hashes of the papers of a case. */
async function papersOf({ url }: Product, id: string): Promise<string[]> {
  const headers = { 'x-admin-token': adminToken }
  const base = `${url}/api/v1/admin/compliance/cases/${id}`
  const { data } = (await (await fetch(base, { headers })).json()) as { data: { papers: { id: string }[] } }
  return Promise.all(
    data.papers.map(async (paper) => {
      const response = await fetch(`${base}/papers/${paper.id}`, { headers })
      return digestOf(Buffer.from(await response.arrayBuffer()))
    }),
  )
}
