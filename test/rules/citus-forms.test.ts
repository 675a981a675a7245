// Cells can be spread over many servers with Citus, an extension of PostgreSQL (docs/scaling.md). It plans each statement anew, and
// refuses some forms that PostgreSQL accepts, often with the first real values only; it checks references after each part of a statement,
// and puts no trigger on a distributed table that also stands for truncate. CI has no Citus, so this test finds the forms that were refused.
import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { statements } from '../../server/platform/database/database.ts'
import { partsOf, refusedForms, refusedInSchema, tablesOf } from './citus-forms.ts'

/** The migrations of these folders of db/. */
const read = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => readdirSync(`db/${folder}`).map((file) => `db/${folder}/${file}`))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
const schema = read(['cell', 'control', 'every', 'shared'])
const tables = tablesOf(schema)

/** The modules that make statements; the entry of the program would start it. */
const modules = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') &&
    !/\.(test|contract|contract\.steps)\.ts$/.test(file) &&
    /statement[<(]/i.test(readFileSync(`server/${file}`, 'utf8')),
)

beforeAll(async () => {
  for (const file of modules) await import(/* @vite-ignore */ `../../server/${file}`)
})
/** Files of tests and rigs that ran before in this process have left theirs. */
const own = () => statements.filter(({ name }) => !/^(test|model|rig|ends)_/.test(name))

test('no statement has a form that Citus refuses', () => {
  expect(own().length).toBeGreaterThan(900)
  const faults = own().flatMap(({ name, text }) =>
    refusedForms(text, tables).map((fault) => `${name} ${fault}`),
  )
  expect(faults).toEqual([])
})

/** Tables that a statement names, and how it names those of `shared`. */
function namedIn(text: string) {
  const named = [...text.matchAll(/\b(?:from|join|into|update|using) (shared\.)?(\w+)/g)]
  const ofShared = named.filter(([, , table]) => sharedTables.has(table!))
  return {
    others: named.filter(([, , table]) => otherTables.has(table!)),
    bare: ofShared.filter(([, schema]) => schema === undefined),
    qualified: ofShared.filter(([, schema]) => schema !== undefined),
  }
}
const sharedTables = tablesOf(read(['shared']))
const otherTables = tablesOf(read(['cell', 'control', 'every']))
const writesShared = (text: string) =>
  [...text.matchAll(/\b(?:insert into|update|delete from) (?:shared\.)?(\w+)/g)].some(([, table]) =>
    sharedTables.has(table!),
  )

test('a statement that writes a table of every server names no table of another schema', () => {
  const faults = own().flatMap(({ name, text }) =>
    writesShared(text) && namedIn(text).others.length > 0 ? [name] : [],
  )
  expect(faults).toEqual([])
})

test('what goes to other servers than that of a cell names the schema of the tables that every server has', () => {
  /** Names in these are those of the place: what was removed from a merchant is in the audit log of its cell. */
  const ofPlace = /^users_of_merchant_of_/
  // The row is written here, too, by whoever changes the merchant, and a payout must not wait for a server that is gone.
  const here = ['lock_status_of_paid_merchant']
  const locks = / for (no key update|update|share|key share)\b/
  const faults = own().flatMap(({ name, text, at }) => {
    const isElsewhere = writesShared(text) || at === 'control' || (at === 'any' && locks.test(text))
    const isBare = namedIn(text).bare.length > 0 && !here.includes(name) && !ofPlace.test(name)
    return isElsewhere && isBare ? [name] : []
  })
  expect(faults).toEqual([])
})

test('a statement names all tables of every server with their schema or none, and beside those of a cell none', () => {
  const faults = own().flatMap(({ name, text, at }) => {
    const { bare, qualified } = namedIn(text)
    return qualified.length > 0 && (bare.length > 0 || at === 'cell') ? [name] : []
  })
  expect(faults).toEqual([])
})

test('no function or trigger of the schema has a form that Citus refuses or ignores', () => {
  expect(refusedInSchema(schema)).toEqual([])
})

test('the tables and what they refer to are read from the schema', () => {
  expect(tables.get('card_transaction')?.references.get('running_operation')).toBe('operation')
  expect(tables.get('ledger_entry')?.references.get('posting_id')).toBe('ledger_posting')
  expect(tables.get('ledger_entry')?.isNumbered).toBe(true)
  expect(tables.get('step_up')?.isNumbered).toBe(false)
})

test('the parts of a statement are found', () => {
  const parts = partsOf(`with a as (select 1 from (values (1)) v), b (x) as materialized (
    update t set n = 1 returning id -- of all
  )
  select ')' from a, b`)
  expect(parts.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'a: select 1 from (values (1)) v',
    'b: update t set n = 1 returning id',
    ": select '' from a, b",
  ])
})

describe('a refused form is found', () => {
  test.each([
    [
      'computes with time or chance',
      `insert into t as v (a) values ($1) on conflict (a) do update set b = $2::timestamptz - interval '1 day'`,
    ],
    [
      'computes with time or chance',
      `with x as (insert into t as v (a) select 1 on conflict (a) do update set b = 1 where v.at < $1::timestamptz - interval '1 hour' returning a) select 1`,
    ],
    [
      'computes with time or chance',
      'insert into t (a) values ($1) on conflict (a) do update set key = gen_random_uuid()',
    ],
    [
      'has a sub-query in the values',
      'insert into t (a, b) values ($1, (select b from u where id = $1)) returning id',
    ],
    [
      'has a sub-query in the values',
      'insert into t as f (a) values ($1) on conflict (a) do update set b = array(select x from unnest(f.b) x)',
    ],
    [
      'has a sub-query in the values',
      'insert into t (a) select id from u returning a, (select name from u where id = $1) as name',
    ],
    [
      'locks rows in a part',
      'with s as (select 1 as n), l as (select t.id from t join s using (n) for update of t) insert into u (a) select id from l',
    ],
    [
      'locks rows in a part',
      'with s as (select 1 as n), l as (select t.id from s, t where t.n = s.n for share of t) insert into u (a) select id from l',
    ],
    [
      'locks rows in a part',
      'insert into t (a) select u.id from u join v using (id) where u.id = $1 for no key update of u on conflict do nothing',
    ],
    [
      'has a lateral outer join',
      'insert into t (a) select c.a from json_to_recordset($1) as c (a int) left join lateral (select 1 from u where u.a = c.a limit 1) k on true',
    ],
    ['adds a span to a column', `update t set at = at + interval '1 day' where id = $1`],
    ['adds a span to a column', 'update t set a = 1 where greatest(made_at, seen_at) + delay > $2'],
    [
      'computes with time within',
      `update t set turn_at = case when a = 1 then $2::timestamptz + interval '5 seconds' else turn_at end where id = $1`,
    ],
    [
      'finds rows by `ctid`',
      'with turn as (select true as ours), taken as (delete from t where ctid = any (array(select c.ctid from turn, t c where ours)) returning a) select count(*) from taken',
    ],
    ['compares a parameter by', "insert into t (a) values (case $1 when 'payout' then $2::bigint end)"],
    [
      'unites rows of a table',
      'insert into t (a) select p.a from json_to_recordset($1) as c (id int, own int[]) cross join lateral (select a from u where u.id = c.id union select unnest(c.own)) p',
    ],
    [
      'computes by a stable function',
      'insert into session (token_hash, device) select s.token_hash, d.device from step_up s cross join lateral jsonb_to_recordset(s.a) as d (device text)',
    ],
    [
      'refers to a row before',
      'with claimed as (update card_transaction t set running_operation = $2 where id = $1 returning id) insert into operation (id) select $2 from claimed',
    ],
  ])('%s: %s', (fault, text) => {
    const found = refusedForms(text, tables)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(fault)
  })

  const trigger = (body: string, path = 'set search_path from current ') =>
    `create table u (a bigint);
     create function f() returns trigger language plpgsql ${path}as $$ begin ${body}; return null; end $$;
     create trigger f after insert on t referencing new table as written for each statement execute function f();`
  test.each([
    ['gather them', trigger('select count(*) into n from written w join t using (id)')],
    ['gather them', trigger('insert into u (a) select a from written')],
    [
      'make it two triggers',
      'create trigger kept before update or delete or truncate on t for each statement execute function f();',
    ],
    ['finds its tables', trigger('insert into u (a) values (1)', '')],
    ['computes with time', trigger('insert into u (a) values (1) on conflict (a) do update set at = now()')],
  ])('in the schema, %s: %s', (fault, text) => {
    const found = refusedInSchema(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(fault)
  })
})

describe('another form is accepted', () => {
  test.each([
    `insert into t as v (a, at) values ($1, $2) on conflict (a) do update set at = case when $2::timestamptz - v.at < interval '1 day' then v.at else $2 end`,
    `update t set a = 1 where at < $1::timestamptz - interval '1 day'`,
    'with l as (select * from (select t.id from t join s using (n) for update of t) locked) update t set a = 1 from l where t.id = l.id',
    'select t.id from t join u using (id) for update of t',
    'with l as (select id from t where a = 1 order by id for update skip locked) update t set a = 2 from l where t.id = l.id',
    'with made as (insert into operation (id) values ($2) returning id) update card_transaction t set running_operation = made.id from made where t.id = $1',
    'insert into t (a) select (select a from u where u.id = c.id) from json_to_recordset($1) as c (id int)',
  ])('%s', (text) => expect(refusedForms(text, tables)).toEqual([]))
})
