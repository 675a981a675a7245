// Hostile request bodies, sent to every endpoint that takes one.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenOf } from '../support/callers/self-service.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { openWorld, type World } from '../support/world/world.ts'
import { type Call, type Caller, callWith, everyCall } from './every-call.ts'

let world: World
let caller: Caller
let calls: Call[]
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
  caller = { as: world.merchant, token: await tokenOf(world, world.merchant) }
  const target = await world.register()
  calls = everyCall(world, {
    merchant_code: target.merchant_code,
    environment: 'sandbox',
    operator: 'airtel',
  })
})
afterAll(() => world.close())

const inside =
  /\n\s+at |node_modules|\.ts:\d|postgres|pg_|select .* from|insert into|ECONN|127\.0\.0\.1:\d|v\d\d\.\d+\.\d+/i

/** Refused because of the body, in the documented shape, without any internal detail. */
function assertRefused({ status, text, body }: ApiResponse, of: string): void {
  assert.ok(status >= 400 && status < 500, `${of}: ${status} ${text}`)
  assert.ok(body?.detail !== undefined || body?.message !== undefined, `${of}: ${text}`)
  assert.doesNotMatch(text, inside, of)
}

const json = JSON.stringify
/** Inserts a member before those of the example, as text: a JavaScript object could not hold it. */
const withMember = (example: object, member: string) => {
  const rest = json(example).slice(1)
  return `{${member}${rest === '}' ? '' : ','}${rest}`
}

describe('a hostile body', () => {
  test('control: the list of calls is complete, and each accepts or properly refuses its example', async () => {
    assert.ok(calls.length >= 45, String(calls.length))
    for (const call of calls.filter(({ name }) => /orders|status/.test(name)))
      assert.notEqual((await callWith(world, caller, call, json(call.example))).status, 403)
  })

  test('a body with a prototype key or a duplicate key is refused at every endpoint [S-26] [S-27]', async () => {
    const known = Object.getOwnPropertyNames(Object.prototype).sort()
    for (const call of calls) {
      const [key] = Object.keys(call.example)
      for (const member of [
        '"\u005f_proto__":{"polluted":"yes"}',
        '"deep":{"deeper":[{"__proto__":{"polluted":"yes"}}]}',
        `"${key}":1`,
      ])
        assertRefused(
          await callWith(world, caller, call, withMember(call.example, member)),
          `${call.name} ${member}`,
        )
    }
    assert.equal(({} as Record<string, unknown>).polluted, undefined)
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), known)
  })

  test('a body of the wrong type is refused at every endpoint without internal details [S-71]', async () => {
    for (const call of calls) {
      // The test receiver accepts any JSON by design.
      const isReceiver = call.path.includes('test-callback')
      const kinds = ['{', 'null', `${'['.repeat(2_000)}`]
      for (const text of kinds) {
        const response = await callWith(world, caller, call, text)
        if (response.status >= 400 || !isReceiver) {
          const isTaken = response.status < 300 && /^(\{"a|\[\]|null)/.test(text)
          if (!isTaken) assertRefused(response, `${call.name} ${text.slice(0, 20)}`)
        }
      }
      for (const value of [
        null,
        -1,
        1e308,
        '',
        '\u0000',
        '\ud800',
        'x'.repeat(30_000),
        [],
        {},
        [[[]]],
        true,
      ]) {
        const wrong = Object.fromEntries(Object.keys(call.example).map((key) => [key, value]))
        const response = await callWith(world, caller, call, json(wrong))
        assert.ok(response.status < 500, `${call.name} ${json(value).slice(0, 20)}: ${response.text}`)
        assert.doesNotMatch(response.text, inside, call.name)
      }
    }
  })

  test('extra members named after our columns, or a constructor, change nothing [S-13] [S-26]', async () => {
    const columns = await world.db.rows<{ name: string }>({
      name: 'columns_of_all_tables',
      text: `select distinct column_name as name from information_schema.columns where table_schema = any(current_schemas(false))`,
    })
    const mark = 'mass-assigned'
    const internal = [
      'force',
      'admin',
      'role',
      'is_test',
      'isAdmin',
      'refunded',
      'fee',
      'owner',
      '$where',
      'rawJSON',
    ]
    const names = [...columns.map(({ name }) => name), ...internal]
    for (const call of calls.filter(({ name }) => !/clock|test-callback|signature-check/.test(name))) {
      // Fields that the call's example or document contains are excluded.
      const more = names.filter((name) => !(name in call.example) && !knows(call, name))
      const body = { ...Object.fromEntries(more.map((name) => [name, mark])), ...call.example }
      const shared = '"constructor":{"prototype":{"polluted":"yes"}},"prototype":{"polluted":"yes"}'
      const response = await callWith(world, caller, call, withMember(body, shared))
      assert.ok(response.status < 500, `${call.name}: ${response.text}`)
      assert.ok(!response.text.includes(mark), `${call.name}: ${response.text}`)
    }
    expect(await tablesWith(world, mark)).toEqual([])
    for (const thing of [{}, [], () => {}, 'x', 1])
      assert.equal((thing as { polluted?: string }).polluted, undefined)
  })
})

/** Whether a name is one of the call's fields, at any depth of its body schema. */
function knows({ method, path }: Call, name: string): boolean {
  const { listed } = world.system.app.described
  const found = listed.find(
    (route) =>
      route.method === method && new RegExp(`^${route.url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  )
  const shape = (found?.endpoint.body as { shape?: object } | undefined)?.shape ?? {}
  return name in shape
}

/** Tables in which any row contains a text. */
async function tablesWith({ db }: World, text: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>({
    name: 'all_tables',
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any(current_schemas(false)) order by 1`,
  })
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await db.rows<{ count: bigint }>(
      {
        name: `rows_with_${name}`,
        text: `select count(*) as count from ${name} t where t::text like '%' || $1 || '%'`,
      },
      [text],
    )
    if (row!.count > 0n) found.push(name)
  }
  return found
}

describe('no text takes more than linear time to read [S-24]', () => {
  const long = 20_000
  const pieces = ['.', ' ', 'a', '0', '-', '@', 'a.', 'a@', '0 ', '/', '%', '\u0301']
  const hostile = pieces.flatMap((piece) => {
    const many = piece.repeat(long / piece.length)
    return [`${many}!`, `a@${many}@`, `https://${many} `, `+${many}x`]
  })

  test('long texts in any field of any body are read in linear time', () => {
    const slow: string[] = []
    for (const { method, url, endpoint } of world.system.app.described.listed) {
      const { body } = endpoint
      const fields = Object.keys((body as { shape?: object } | undefined)?.shape ?? {})
      for (const text of body && fields.length > 0 ? hostile : []) {
        const value = Object.fromEntries(fields.map((field) => [field, text]))
        const once = () => millisecondsOf(() => body!.safeParse(value))
        // Twenty thousand characters in quadratic time would take seconds. A slow run is repeated, because a collection
        // of garbage does not count.
        const took = Math.min(once(), 60) < 60 ? 0 : Math.min(once(), once())
        if (took > 60) slow.push(`${method} ${url} ${text.slice(0, 12)}: ${took} ms`)
      }
    }
    expect(slow).toEqual([])
  })

  test('long texts in any header that we read are read in linear time', async () => {
    const names = [
      'authorization',
      'accept-language',
      'accept-encoding',
      'accept',
      'content-type',
      'origin',
      'cookie',
    ]
    const more = [
      'x-forwarded-for',
      'idempotency-key',
      'traceparent',
      'if-none-match',
      'x-signature',
      'x-timestamp',
    ]
    for (const name of [...names, ...more])
      for (const piece of [' ', ',', ';q=', 'a', '-']) {
        const value = `x${piece.repeat(14_000 / piece.length)}!`
        const took = await Promise.all([1, 2].map(() => timeOf(name, value)))
        assert.ok(Math.min(...took) < 400, `${name}: ${piece} ${took}`)
      }
  })

  async function timeOf(name: string, value: string): Promise<number> {
    const start = process.cpuUsage()
    const response = await callWith(
      world,
      caller,
      { name, method: 'POST', path: '/api/v1/payment/orders', proof: 'none', example: {} },
      '{}',
      { [name]: value },
    )
    assert.ok(response.status < 500, response.text)
    return millisecondsSince(start)
  }
})

/** Processor time, which other processes of the machine do not lengthen. */
function millisecondsOf(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  return millisecondsSince(start)
}

function millisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
