// The samples of the API reference as printed: what each sends, and that a service understands it.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupsOf, isForMerchants, type OpenApi, type Operation } from '../../scripts/reference/document.ts'
import { hasIdempotencyKey, rawBodyOf } from '../../scripts/reference/samples/bodies.ts'
import { addressOf, type Sample, samplesOf, sdkCalls } from '../../scripts/reference/samples/samples.ts'
import { Likuta } from '../../sdk/likuta.ts'
import { type MerchantFolder, openMerchantFolder } from '../support/callers/merchant-folder.ts'
import { errorReply, type FailingServer, openFailingServer } from '../support/sdk/failing-server.ts'
import { surroundingsOf } from '../support/sdk/surroundings.ts'
import { openWorld, type World } from '../support/world/world.ts'

const execute = promisify(execFile)
const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
const operations = groupsOf(document, isForMerchants).flatMap((group) => group.operations)
const codeOf = (operation: Operation, name: Sample['name']) =>
  samplesOf(operation).find((sample) => sample.name === name)?.code ?? ''

let folder: MerchantFolder
let server: FailingServer
beforeAll(async () => {
  ;[folder, server] = await Promise.all([openMerchantFolder(), openFailingServer()])
  writeFileSync(join(folder.path, 'statuts.pdf'), '%PDF-1.7')
})
afterAll(() => {
  folder?.remove()
  server?.close()
})

/** Has whatever a method of the client looks for in a response. */
const anyResponse = {
  ...{ status: 'success', items: [], next_after: '', has_more: false },
  data: { items: [], pagination: { pages: 0 }, balances: [], report: {}, access_token: 'x' },
}

const beforeJavaScript = `import { Likuta } from '@likuta/sdk'
const [baseUrl] = [process.env.BASE_URL]
const [email, password, accessToken, adminToken] = ['x', 'x', 'x', 'x']
const keys = { apiKey: 'x', apiSecret: 'x', merchantCode: 'x', merchantSecret: 'x' }
const { apiKey, apiSecret, merchantCode, merchantSecret } = keys
const likuta = new Likuta({ baseUrl, ...keys })
`

const beforeShell = `uuidgen() { printf '%s' "$RANDOM$RANDOM$RANDOM$RANDOM"; }
curl() { command curl -s -o /dev/null -w '%{http_code}\\n' "$@"; }
`

/** One after another, each with names of its own. */
const scripts = {
  curl: {
    command: 'bash',
    file: 'samples.sh',
    code: (of: Operation[]) =>
      beforeShell + of.map((each) => `printf '${each.id} '\n(\n${codeOf(each, 'curl')}\n)`).join('\n'),
  },
  JavaScript: {
    command: process.execPath,
    file: 'samples.mjs',
    code: (of: Operation[]) =>
      beforeJavaScript +
      of
        .map((each) => `console.log('${each.id}')\nawait (async () => {\n${codeOf(each, 'JavaScript')}\n})()`)
        .join('\n'),
  },
} as const

/** Runs the samples of these calls. @returns what they print */
async function run(
  name: keyof typeof scripts,
  of: Operation[],
  env: Record<string, string>,
): Promise<string> {
  const { command, file, code } = scripts[name]
  writeFileSync(join(folder.path, file), code(of))
  const options = { cwd: folder.path, env: { PATH: process.env.PATH, ...env }, timeout: 240_000 }
  return (await execute(command, [file], options)).stdout
}

/** What of a request a sample has to send. */
type Request = { path: string; body: unknown; type: string | undefined; isKeyed: boolean }

function expectedOf(operation: Operation, name: keyof typeof scripts): Request {
  const raw = rawBodyOf(operation)
  const isOfSdk = name === 'JavaScript' && operation.id in sdkCalls
  const rows = raw && 'csv' in raw && isOfSdk
  const body = raw && ('json' in raw ? raw.json : 'csv' in raw ? raw.csv : '%PDF-1.7')
  return {
    path: addressOf(operation).split('?')[0] as string,
    body: rows ? expect.objectContaining({ rows: expect.any(Array) }) : (body ?? expect.anything()),
    type: raw && (rows ? 'application/json' : raw.type),
    isKeyed: hasIdempotencyKey(operation),
  }
}

function receivedAt(path: string): Request[] {
  return server.received
    .filter((request) => request.path.split('?')[0] === path)
    .map(({ headers, body }) => {
      const type = headers['content-type']
      const sent = type === 'application/json' ? JSON.parse(body) : body
      return { path, body: sent, type, isKeyed: headers['idempotency-key'] !== undefined }
    })
}

describe.each(['curl', 'JavaScript'] as const)('samples of the reference in %s', (name) => {
  test('every sample runs and sends the example of its body, with its type and a key where one is taken', {
    timeout: 240_000,
  }, async () => {
    expect(operations.length).toBeGreaterThan(60)
    server.will(errorReply(200, {}, anyResponse))
    await run(name, operations, {
      ...{ BASE_URL: server.url, API_KEY: 'x', API_SECRET: 'x', MERCHANT_CODE: 'x', MERCHANT_SECRET: 'x' },
      ...{ ACCESS_TOKEN: 'x', ADMIN_TOKEN: 'x' },
    })
    for (const operation of operations) {
      const { isKeyed, ...expected } = expectedOf(operation, name)
      const received = receivedAt(expected.path)
      // Other methods of the SDK have arguments of their own instead of the body.
      const isPrinted = name === 'curl' || /BODY|ROWS/.test(sdkCalls[operation.id] ?? 'BODY')
      expect([operation.id, received]).toEqual([
        operation.id,
        expect.arrayContaining([
          expect.objectContaining({
            path: expected.path,
            ...(expected.type && isPrinted && { body: expected.body, type: expected.type }),
            ...(isKeyed && name === 'curl' && { isKeyed }),
          }),
        ]),
      ])
    }
  })
})

/** They end the session or replace the keys of the samples after them. */
const endings = [
  ...['logOut', 'closePortalSession', 'endOtherSessions', 'endSession', 'changePassword', 'switchMode'],
  ...['rotateApiKeys', 'rotateMerchantSecret', 'rotateCallbackSecret', 'setWhitelist'],
]

describe('samples of the reference at a service', () => {
  let world: World
  afterAll(() => world?.close())

  test('the service reads every sample: none is refused for its body, its fields or its type', {
    timeout: 240_000,
  }, async () => {
    world = await openWorld({ role: 'api' })
    const merchant = await world.register({ microformOrigins: ['https://shop.example'] })
    const { LIKUTA_EMAIL: email = '', LIKUTA_PASSWORD: password = '' } = await surroundingsOf(world, merchant)
    const { accessToken } = await new Likuta({ baseUrl: world.url }).selfService.logIn({ email, password })
    const tried = operations.filter(({ id }) => !endings.includes(id))
    const printed = await run('curl', tried, {
      ...{ BASE_URL: world.url, API_KEY: merchant.api_key, API_SECRET: merchant.api_secret },
      ...{ MERCHANT_CODE: merchant.merchant_code, MERCHANT_SECRET: merchant.merchant_secret },
      ACCESS_TOKEN: accessToken,
    })
    const statuses = printed.trim().split('\n')
    const refusals = statuses.filter((line) => !/ (2\d\d|3\d\d|401|402|403|404|409|410|429)$/.test(line))
    // Its code is in a letter to the user.
    expect(refusals).toEqual(['confirmAddress 400'])
    const created = [
      'createOrder',
      'createPaymentLink',
      'createPaymentLinks',
      'createQuote',
      'uploadBatch',
      'uploadRefundBatch',
    ]
    expect(statuses).toEqual(expect.arrayContaining(created.map((id) => `${id} 200`)))
    expect(statuses).toContain('createLinkInPortal 200')
    // The rows of the portal's samples are those that were uploaded before: their file was read.
    const repeated = ['uploadBatchInPortal 409', 'uploadRefundBatchInPortal 409']
    expect(statuses).toEqual(expect.arrayContaining(repeated))
  })
})
