// The examples that the documents tell developers to paste work unchanged.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { StoredEntry } from '../../server/compliance/lists/entry.ts'
import { openListIndex } from '../../server/compliance/lists/index.ts'
import { compareNames } from '../../server/compliance/names/match.ts'
import { matchesOf } from '../../server/compliance/screening/list-screener.ts'
import { readSettings } from '../../server/config/settings.ts'
import { eventually } from '../support/http/eventually.ts'
import { openWorld, type World } from '../support/world/world.ts'

/** The code blocks in one language of a document, in order. */
function blocks(file: string, language: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code]) => code!)
}

describe('docs/guides/en/remittance.md', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
    await world.topUp('5.00')
  })
  afterAll(() => world.close())

  test("the transfer guide's example is accepted; its Node code verifies only genuine callbacks [R4.1] [R6]", async () => {
    const [transfer] = blocks('docs/guides/en/remittance.md', 'json')
    const body = transfer!.replace('http://localhost:8080', world.url)
    const response = await world.basic('POST', '/api/v1/remittance/inbound', undefined, {
      rawBody: body,
      headers: { 'content-type': 'application/json' },
    })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.data.status, 'Submitted')

    const [row] = await eventually('the callback', async () => {
      const rows = await world.db.rows<{ headers: Record<string, string>; body: string }>({
        name: 'test_callbacks',
        text: 'select headers, body from test_callback',
      })
      return rows.length > 0 && rows
    })
    const verify = blocks('docs/guides/en/webhooks.md', 'js').find((code) => code.includes('isGenuine'))
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(verify!)}`)
    const header = row!.headers['x-service-signature']
    const secret = world.merchant.callback_secret
    assert.equal(isGenuine(Buffer.from(row!.body), header, secret), true)
    assert.equal(isGenuine(Buffer.from(`${row!.body} `), header, secret), false)
    assert.equal(isGenuine(Buffer.from(row!.body), header, 'whsec_other'), false)
    assert.equal(isGenuine(Buffer.from(row!.body), undefined, secret), false)
  })
})

describe('docs/operators.md', () => {
  test('the operator connections of the document are accepted in production with a real key', () => {
    const [example] = blocks('docs/operators.md', 'json')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const settings = readSettings({
      OPERATORS_PRODUCTION: example!.replace(/MII[^"]*/, key).replaceAll('"…"', '"secret"'),
    })
    assert.deepEqual(Object.keys(settings.operators.production ?? {}), [
      'vodacom',
      'airtel',
      'orange',
      'africell',
    ])
  })
})

describe('docs/compliance.md', () => {
  /** The rows of the table under these column headings. */
  const rowsUnder = (heads: string): string[][] => {
    const lines = readFileSync('docs/compliance.md', 'utf8').split('\n')
    const rows = lines.slice(lines.indexOf(heads) + 2)
    return rows.slice(0, rows.indexOf('')).map((row) => row.split('|').map((cell) => cell.trim()))
  }

  test('the first compliance example compares the names as it says', () => {
    const rows = rowsUnder('| expected | wallet | score | |')
    assert.equal(rows.length, 7)
    for (const [, expected = '', wallet = '', score, output = ''] of rows) {
      const match = compareNames(expected, wallet)
      assert.deepEqual([match.score, match.decision], [Number(score), output.split(':')[0]], expected)
    }
  })

  test('the second compliance example scores the senders as it says [R3]', () => {
    const entry: StoredEntry = {
      list: 'example',
      environments: ['sandbox'],
      entryId: '1',
      entryVersion: '1',
      kind: 'person',
      name: 'Faustin BWIRABANDA Lushombo',
      aliases: ['Fostin Bwirabanda'],
      weakAliases: [],
      birthDates: ['1971-03-04'],
      countries: ['CD'],
      identifiers: ['OP0044556'],
      programs: [],
    }
    const index = openListIndex()
    index.add(entry)
    const rows = rowsUnder('| sender | score | |')
    assert.equal(rows.length, 11)
    for (const [, sender = '', score = ''] of rows) {
      const [name = '', ...facts] = sender.split(', ')
      const document = facts.find((fact) => fact.startsWith('document '))?.slice(9)
      const birthDate = facts.find((fact) => /^\d{4}-/.test(fact))
      const country = facts.find((fact) => /^[A-Z]{2}$/.test(fact))
      const [match] = matchesOf(index, 'sandbox', {
        role: 'sender',
        name,
        ...(document && { documentNumber: document }),
        ...(birthDate && { birthDate }),
        ...(country && { countries: [country] }),
      })
      if (score === 'under 0.60') assert.equal(match, undefined, sender)
      else assert.equal(match?.score, Number(score), sender)
    }
  })
})
