// The program is killed between and within the pieces of a file: the file arrives whole, and once.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/platform/process/ports.ts'
import { adminsOf, tokens, twoAdmins } from '../support/callers/admins.ts'
import { transfersOf } from '../support/callers/transfers.ts'
import { type Run, readyUrl, runLikuta } from '../support/http/process.ts'
import { askFor, openCase, pdfOf, type Uploads, uploadsOf } from '../support/papers/uploads.ts'
import { openTestDatabase } from '../support/world/database.ts'
import { unlimited } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'

const kills = 4

let world: World
let environment: Record<string, string>
let url: string
let running: Run

beforeAll(async () => {
  const database = await openTestDatabase()
  const masterKey = randomBytes(32).toString('base64')
  const settings = { ...twoAdmins, MASTER_KEY: masterKey }
  world = await openWorld({ database, role: 'api', settings })
  await world.topUp('10.00')
  const port = await freePort()
  url = `http://localhost:${port}`
  environment = {
    PORT: String(port),
    DATABASE_URL: database.url,
    LIKUTA_DATA_DIR: `/tmp/likuta-upload-${randomUUID()}`,
    MASTER_KEY: masterKey,
    SANDBOX_PORT: '0',
    ...unlimited,
    LOG_LEVEL: 'error',
  }
  await start()
})
afterAll(async () => {
  running?.child.kill('SIGTERM')
  await running?.exited
  await world?.close()
})

async function start(): Promise<void> {
  running = runLikuta(['start'], environment)
  await readyUrl(running)
}

async function kill(): Promise<void> {
  running.child.kill('SIGKILL')
  await running.exited
}

/** Sends the head and half the bytes of a piece, and nothing more. */
async function beginPiece(token: string, id: string, offset: number, bytes: Buffer): Promise<void> {
  const { host, port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = [
    `PATCH /api/v1/papers/${token}/files/${id} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${bytes.length}`,
    `Upload-Offset: ${offset}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, bytes.length / 2))
}

test('a file arrives whole and once although the program is killed between and within its pieces', async () => {
  const admins = adminsOf(world)
  const id = await openCase(transfersOf(world), admins)
  const { token } = await askFor(admins, id)
  const uploads: Uploads = uploadsOf({ url }, token)
  const file = pdfOf(700_000, 'killed')
  const pieceBytes = 40_000
  let { data } = (await uploads.begin(file)).body
  for (let killed = 0; data.state === 'RECEIVING'; ) {
    const { offset } = data
    const piece = file.subarray(offset, offset + pieceBytes)
    if (killed < kills && offset >= (killed * file.length) / kills) {
      if (killed % 2 === 0) await beginPiece(token, data.id, offset, piece)
      // The response is lost: the piece is stored, or it is not.
      else void uploads.piece(data.id, offset, piece).catch(() => {})
      await kill()
      killed += 1
      await start()
      const after = (await uploads.progress(data.id)).body.data
      assert.ok([offset, offset + piece.length].includes(after.offset), `${after.offset} after ${offset}`)
      data = after
    } else data = (await uploads.piece(data.id, offset, piece)).body.data
  }
  expect(data).toMatchObject({ state: 'RECEIVED', offset: file.length })
  const { papers } = await admins.read(`compliance/cases/${id}`)
  assert.equal(papers.length, 1)
  const response = await fetch(`${world.url}/api/v1/admin/compliance/cases/${id}/papers/${papers[0].id}`, {
    headers: { 'x-admin-token': tokens.amina },
  })
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(file))
})
