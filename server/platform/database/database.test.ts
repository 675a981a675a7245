import assert from 'node:assert/strict'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../test/support/http/eventually.ts'
import { openTestDatabase } from '../../../test/support/world/database.ts'
import {
  type Connection,
  controlStatement,
  type Database,
  databaseOn,
  isDatabaseUnavailable,
  isUniqueViolation,
  openDatabase,
  type Pool,
  retryConflicts,
  type Sql,
} from './database.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  database = await openTestDatabase()
  db = openDatabase(database.url, { connections: 2, name: 'test' })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const one = (sql: Sql, n: number) =>
  sql.rows<{ n: number }>({ name: 'one_number', text: 'select $1::int as n' }, [n])

test('calls with one mutex key use one connection, run in order and block no other key', async () => {
  const began: number[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const crowd = Array.from({ length: 20 }, (_, i) =>
    db.transaction(
      async (sql) => {
        began.push(i)
        await held
        return (await one(sql, i))[0]!.n
      },
      { mutexKey: 'payment 1' },
    ),
  )
  await eventually('the first call started', async () => began.length === 1)
  expect(await db.transaction((sql) => one(sql, 7), { mutexKey: 'payment 2' })).toEqual([{ n: 7 }])
  expect(await one(db, 8)).toEqual([{ n: 8 }])
  expect(began).toEqual([0])
  letGo()
  const order = Array.from({ length: 20 }, (_, i) => i)
  expect(await Promise.all(crowd)).toEqual(order)
  expect(began).toEqual(order)
})

test('a failed transaction releases its mutex key to the next call', async () => {
  const failing = db.transaction(() => Promise.reject(new Error('no')), { mutexKey: 'payment 1' })
  const next = db.transaction((sql) => one(sql, 1), { mutexKey: 'payment 1' })
  await expect(failing).rejects.toThrow('no')
  expect(await next).toEqual([{ n: 1 }])
})

const act = (name: string, text: string) => ({ name, text })
const becomeStandby = act('become_standby', 'set default_transaction_read_only = on')
const makeTable = act('make_written', 'create table written (n int)')
const write = act('write_number', 'insert into written values (1)')

test('a write to a demoted primary fails as unavailable, and the next write reconnects', async () => {
  const single = openDatabase(database.url, { connections: 1, name: 'failover' })
  try {
    await single.rows(makeTable)
    for (const attempt of [() => single.rows(write), () => single.transaction((sql) => sql.rows(write))]) {
      await single.rows(becomeStandby)
      const error = await attempt().then(
        () => undefined,
        (failure: unknown) => failure,
      )
      expect(error).toMatchObject({ code: '25006' })
      expect(isDatabaseUnavailable(error)).toBe(true)
      await attempt()
    }
  } finally {
    await single.close()
  }
})

test.each([
  'failure on connection marked as essential: db2:5432',
  'could not append to received file: No space left on device',
])('a node of Citus that is gone or full is unavailable: %s', (message) => {
  expect(isDatabaseUnavailable(Object.assign(new Error(message), { code: 'XX000' }))).toBe(true)
})

test('statements running beside a failed one write nothing after the rollback', async () => {
  const single = openDatabase(database.url, { connections: 1, name: 'beside' })
  try {
    await single.rows(act('make_beside', 'create table beside (n int)'))
    let late: Promise<unknown> = Promise.resolve()
    const isUsable = async (sql: Sql) => {
      await one(sql, 1)
      await sql.rows(act('write_beside', 'insert into beside values (1)'))
    }
    const failing = single.transaction((sql) => {
      late = isUsable(sql)
      return Promise.all([late, Promise.reject(new Error('no'))])
    })
    await expect(failing).rejects.toThrow('no')
    await expect(late).rejects.toThrow('write_beside came after the end of its transaction')
    expect(await single.rows(act('numbers_beside', 'select n from beside'))).toEqual([])
  } finally {
    await single.close()
  }
})

const fail = act('divide_by_zero', 'select 1 / 0')

test('a transaction rejects with its first error, even if a later one is received earlier', async () => {
  const deep = async (sql: Sql) => await (async () => await sql.rows(fail))()
  const failing = db.transaction((sql) => {
    const parts = [deep(sql), one(sql, 1)]
    // Busy-wait until both replies have arrived.
    for (const end = performance.now() + 100; performance.now() < end; );
    return Promise.all(parts)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
})

test('a transaction whose failure was swallowed by its caller is not reported as committed', async () => {
  await db.rows(act('make_unheard', 'create table unheard (n int)'))
  const swallowing = db.transaction(async (sql) => {
    await sql.rows(act('write_unheard', 'insert into unheard values (1)'))
    await sql.rows(fail).catch(() => {})
    return 'done'
  })
  await expect(swallowing).rejects.toMatchObject({ code: '22012' })
  expect(await db.rows(act('numbers_unheard', 'select n from unheard'))).toEqual([])
})

test('pipelined statements run in order, and one failure rolls back all of them', async () => {
  const single = openDatabase(database.url, { connections: 1, name: 'together' })
  const add = (n: number) => [act('add_number', 'insert into together values ($1::int)'), [n]] as const
  const numbers = act('numbers_together', 'select n from together order by place')
  try {
    await single.rows(act('make_together', 'create table together (n int unique, place serial)'))
    const failing = single.transaction((sql) =>
      Promise.all([sql.rows(...add(1)), sql.rows(...add(1)), sql.rows(...add(2)), sql.rows(numbers)]),
    )
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    // On the same connection, with statements that were and were not prepared during the failure.
    const [, , found] = await single.transaction((sql) =>
      Promise.all([sql.rows(...add(2)), sql.rows(...add(1)), sql.rows(numbers)]),
    )
    expect(found).toEqual([{ n: 2 }, { n: 1 }])
    expect(await single.rows(numbers)).toEqual([{ n: 2 }, { n: 1 }])
  } finally {
    await single.close()
  }
})

const transactionId = act('read_transaction_id', 'select txid_current()::text as id')
const makeEarly = act('make_early', 'create table early (n int)')
const writeEarly = act('write_early', 'insert into early values (1)')
const readEarly = act('read_early', 'select n from early')

test('statements that travel with the begin are in its transaction', async () => {
  const ids = await db.transaction(
    async (sql) => [
      ...(await Promise.all([sql.rows(transactionId), sql.rows(transactionId)])),
      await sql.rows(transactionId),
    ],
    { beginsByReading: true },
  )
  expect(new Set(ids.flat().map((row) => (row as { id: string }).id)).size).toBe(1)
})

test('nothing is written beside a begin, and nothing remains when the begin fails', async () => {
  await db.rows(makeEarly)
  const writing = db.transaction((sql) => sql.rows(writeEarly), { beginsByReading: true })
  await expect(writing).rejects.toThrow('write_early came too early')
  const refusing = beginningWith('begin of nothing')
  const failing = refusing.transaction(
    async (sql) => {
      await sql.rows(transactionId)
      return sql.rows(writeEarly)
    },
    { beginsByReading: true },
  )
  await expect(failing).rejects.toMatchObject({ code: '42601' })
  expect(await refusing.rows(readEarly)).toEqual([])
  await refusing.close()
})

/** A database whose transactions are begun by this text, which PostgreSQL refuses. */
function beginningWith(text: string): Database {
  const pool = new pg.Pool({ connectionString: database.url, pipeline: true })
  return databaseOn({
    ...(pool as unknown as Pool),
    query: (query) => pool.query(query as string),
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const query = (asked: unknown) => client.query((asked === 'begin' ? text : asked) as string)
      return { query, release: (broken) => client.release(broken) } as Connection
    },
  })
}

test('a single statement is sent again after a conflict, and not after another error', async () => {
  const sendAfter = async (...codes: string[]) => {
    let sent = 0
    const end = await retryConflicts(async () => {
      const code = codes[sent++]
      if (code) throw Object.assign(new Error(code), { code })
      return 'written'
    }).catch((error: Error) => error.message)
    return [sent, end]
  }
  assert.deepEqual(await sendAfter('40P01', '40001'), [3, 'written'])
  // A unique violation would meet the same row again; after a lost connection the statement may have been committed.
  assert.deepEqual(await sendAfter('23505'), [1, '23505'])
  assert.deepEqual(await sendAfter('08006'), [1, '08006'])
})

test('a violated unique key is known by its name, also with the number that Citus adds to it', () => {
  const violation = (constraint: string) => ({ code: '23505', constraint })
  expect(isUniqueViolation(violation('merchant_code_key'), 'merchant_code_key')).toBe(true)
  expect(isUniqueViolation(violation('merchant_code_key_102044'), 'merchant_code_key')).toBe(true)
  expect(isUniqueViolation(violation('merchant_code_key_2'), 'merchant_code_key')).toBe(false)
  expect(isUniqueViolation({ ...violation('merchant_code_key'), code: '23503' }, 'merchant_code_key')).toBe(
    false,
  )
})

/** A database whose connections lead to one of several servers, or to the only one. */
function reaching(isOnNode: boolean): Database {
  const pool = new pg.Pool({ connectionString: database.url, pipeline: true })
  pool.on('error', () => {})
  return databaseOn({
    ...(pool as unknown as Pool),
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      return {
        query: (asked) => client.query(asked as string),
        release: (broken) => client.release(broken),
        isOnNode,
      } as Connection
    },
  })
}

test.each([
  [true, 1],
  [false, 0],
])(
  'a transaction that writes control beside a cell commits on both servers, if there are several: %s',
  async (isOnNode, times) => {
    const db = reaching(isOnNode)
    const read = controlStatement('test_read_control', 'select name from lock_for_all')
    const write = controlStatement(
      'test_write_control',
      `insert into lock_for_all (name, part) values ('top-ups', $1) on conflict do nothing`,
    )
    const joined = () => db.counted.named.get('commit_on_both_servers') ?? 0
    await db.transaction((sql) => sql.rows(read))
    expect(joined()).toBe(0)
    await db.transaction(async (sql) => {
      await sql.rows(write, [1])
      await sql.rows(write, [2])
    })
    expect(joined()).toBe(times)
    await db.close()
  },
)

test('a transaction whose cell has moved to another server is repeated on a new connection', async () => {
  const db = reaching(true)
  const processes: number[] = []
  const work = async (sql: Sql) => {
    const [row] = await sql.rows<{ pid: number }>({
      name: 'own_process',
      text: 'select pg_backend_pid() as pid',
    })
    processes.push(row!.pid)
    if (processes.length === 1)
      await sql.rows({ name: 'refuse', text: `do $$ begin raise exception using errcode = '57P01'; end $$` })
  }
  await db.transaction(work)
  expect(new Set(processes).size).toBe(2)
  await db.close()
})
