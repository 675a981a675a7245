// Downloads of lists: only what has its published hash is imported, and only allowed addresses are called.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runLikuta } from '../../../test/support/http/process.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { expectedHash, type FetchWish, fetchList, publishedHash } from './fetch-list.ts'
import { currentLists } from './states.ts'

const masterKey = randomBytes(32)
const header = '"id","schema","name","aliases","birth_date","countries","identifiers"'
const list = `${header}\n"e-1","Person","Ada One","","1970","cd",""\n`
const sdn = '306,"BANCO NACIONAL DE CUBA",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n'
const alt = '306,220,"aka","NATIONAL BANK OF CUBA",-0- \n'
const sha = (text: string, name = 'sha256') => createHash(name).update(text).digest('hex')

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let server: ReturnType<typeof createServer>
let base: string
/** What the server sends, by path, and the paths that were requested. */
let files: Record<string, string | RequestListener>
let requested: string[]
/** The folder of temporary files. */
let folder: string

beforeAll(async () => {
  server = createServer((request, response) => {
    requested.push(request.url ?? '')
    const file = files[request.url ?? '']
    if (typeof file === 'function') return file(request, response)
    response.statusCode = file === undefined ? 404 : 200
    response.end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
  files = { '/targets.simple.csv': list, '/SDN.CSV': sdn, '/ALT.CSV': alt }
  requested = []
  folder = mkdtempSync(join(tmpdir(), 'likuta-fetch-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  await db.close()
  await database.drop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const take = (wish: Partial<FetchWish> = {}) =>
  fetchList(
    { db, secrets: openSecrets(masterKey), clock: systemClock },
    {
      url: `${base}/targets.simple.csv`,
      companions: [],
      hash: { stated: sha(list) },
      maxBytes: 10_000,
      allowLoopback: true,
      list: 'fetched',
      admin: { name: 'amina', address: 'local', requestId: 'r-1' },
      ...wish,
    },
  )
const lists = async () => (await currentLists(db)).map(({ list }) => list)

test('a list with the stated hash is imported, and its download deleted', async () => {
  expect(await take()).toMatchObject({ list: 'fetched', entries: 1 })
  expect(await take()).toMatchObject({ format: 'unchanged' })
  expect(readdirSync(folder)).toEqual([])
})

test('a file with another hash is not imported', async () => {
  files['/targets.simple.csv'] = list.replace('Ada', 'Bea')
  await expect(take()).rejects.toThrow(/does not have the published hash/)
  expect(await lists()).not.toContain('fetched')
})

test('hashes that the publisher states are checked for the list and its companion files', async () => {
  files['/index.json'] = JSON.stringify({
    resources: [{ name: 'targets.simple.csv', checksum: sha(list, 'sha1') }],
  })
  expect(await take({ hash: { publishedAt: `${base}/index.json` } })).toMatchObject({ entries: 1 })
  files['/SHA256SUMS'] = `${sha(sdn)}  SDN.CSV\n${sha(alt)} *files/ALT.CSV\n`
  const ofac = {
    url: `${base}/SDN.CSV`,
    companions: [`${base}/ALT.CSV`],
    hash: { publishedAt: `${base}/SHA256SUMS` },
    list: 'ofac',
  }
  expect(await take(ofac)).toMatchObject({ format: 'ofac-sdn', entries: 1 })
  const [entry] = await db.rows<{ aliases: string[] }>({
    name: 'aliases',
    text: `select aliases from screening_entry where entry_id = '306'`,
  })
  expect(entry!.aliases).toEqual(['NATIONAL BANK OF CUBA'])
  files['/ALT.CSV'] = alt.replace('NATIONAL', 'OTHER')
  await expect(take(ofac)).rejects.toThrow(/ALT\.CSV does not have the published hash/)
  files['/SHA256SUMS'] = `${sha(sdn)}  SDN.CSV\n`
  await expect(take(ofac)).rejects.toThrow(/none for ALT\.CSV/)
})

test.each([
  ['a missing file', 404, undefined, /replied 404/],
  ['too many redirects', 302, '/targets.simple.csv', /redirects more than 5 times/],
])('%s imports nothing', async (_name, status, location, message) => {
  files['/targets.simple.csv'] = (_request, response) => {
    response.writeHead(status, location === undefined ? {} : { location })
    response.end()
  }
  await expect(take()).rejects.toThrow(message)
  expect(await lists()).not.toContain('fetched')
})

test('a larger file than allowed is refused, also if it does not state its length', async () => {
  files['/targets.simple.csv'] = (_request, response) => {
    response.write(list)
    response.end('x'.repeat(20_000))
  }
  await expect(take()).rejects.toThrow(/larger than 10000 bytes/)
})

test('a connection that breaks off imports nothing', async () => {
  files['/targets.simple.csv'] = (_request, response) => {
    response.writeHead(200, { 'content-length': '50000' })
    response.write(list, () => response.destroy())
  }
  await expect(take({ hash: 'unchecked' })).rejects.toThrow(/did not send the file/)
})

describe('addresses', () => {
  const asInProduction = { allowLoopback: false, hash: 'unchecked' as const }

  test.each([
    'http://data.example.org/a.csv',
    'ftp://data.example.org/a.csv',
    'https://10.0.0.1/a.csv',
    'none',
  ])('in production, %s is not called', async (url) => {
    await expect(take({ ...asInProduction, url })).rejects.toThrow(/public https|name of a file/)
  })

  test('in production, a server on this machine is not called', async () => {
    await expect(take(asInProduction)).rejects.toThrow(/only public https addresses/)
    expect(requested).toEqual([])
  })

  test('in a sandbox, only this machine is called without https, also by a redirect', async () => {
    files['/targets.simple.csv'] = (_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/targets.simple.csv' })
      response.end()
    }
    await expect(take()).rejects.toThrow(/10\.0\.0\.1.*is refused/)
  })

  test('a redirect within the rules is followed', async () => {
    files['/new/list.csv'] = list
    files['/targets.simple.csv'] = (_request, response) => {
      response.writeHead(302, { location: '/new/list.csv' })
      response.end('moved')
    }
    expect(await take()).toMatchObject({ entries: 1 })
    expect(requested).toEqual(['/targets.simple.csv', '/new/list.csv'])
  })
})

test('published hashes are found by file name only', () => {
  const hash = 'a'.repeat(64)
  expect(publishedHash(`${hash.toUpperCase()}\n`, 'any.csv')).toBe(hash)
  expect(publishedHash(`${hash}  b.csv\n${'b'.repeat(64)}  a.csv`, 'a.csv')).toBe('b'.repeat(64))
  for (const document of [`${hash}  xa.csv\n${hash}  b.csv`, 'x', '', '{"resources":{}}', '{', 'aa  a.csv'])
    expect(() => publishedHash(document, 'a.csv')).toThrow(/published hashes/)
})

test('exactly one way to know the hash must be chosen', () => {
  expect(expectedHash({ sha256: 'a' })).toEqual({ stated: 'a' })
  expect(expectedHash({ hashFrom: 'https://a' })).toEqual({ publishedAt: 'https://a' })
  expect(expectedHash({ withoutHash: true })).toBe('unchecked')
  for (const chosen of [{}, { sha256: 'a', withoutHash: true }])
    expect(() => expectedHash(chosen)).toThrow(/give one of/)
})

test('the fetch command needs a hash, and imports what has it', async () => {
  const environment = {
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey.toString('base64'),
    LIKUTA_DATA_DIR: join(folder, 'data'),
    CARD_GATEWAY_SANDBOX_URL: 'http://localhost:1',
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'm',
    CARD_GATEWAY_SANDBOX_KEY_ID: 'k',
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: 's',
  }
  const fetching = ['screening', 'fetch', `${base}/targets.simple.csv`]
  const bare = runLikuta(fetching, environment)
  expect([await bare.exited, bare.stderr().trim()]).toEqual([
    1,
    'give one of --sha256, --hash-from and --without-hash',
  ])
  const wrong = runLikuta([...fetching, '--sha256', sha('other')], environment)
  expect([await wrong.exited, wrong.stderr()]).toEqual([
    1,
    'targets.simple.csv does not have the published hash; nothing was imported\n',
  ])
  const right = runLikuta([...fetching, '--sha256', sha(list), '--list', 'un', '--json'], environment)
  expect([await right.exited, right.stderr()]).toEqual([0, ''])
  expect(JSON.parse(right.stdout())).toMatchObject({ list: 'un', entries: 1 })
})
