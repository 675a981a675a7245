// Migrations run while the previous release serves. These rules keep them from interrupting it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, test } from 'vitest'
import { faultsOf, type Migration } from './migration-rules.ts'

/** The files before are the baseline of the first release. */
const firstChecked = 18

const migrations: Migration[] = globSync('db/*/*')
  .map((path) => ({ name: basename(path), text: readFileSync(path, 'utf8') }))
  .sort((a, b) => a.name.localeCompare(b.name))

test(`no migration from ${firstChecked} on interrupts the previous release`, () => {
  const faults = migrations.flatMap((file, position) =>
    Number(file.name.slice(0, 4)) >= firstChecked ? faultsOf(file, migrations.slice(0, position)) : [],
  )
  assert.deepEqual(faults, [])
})

const before: Migration[] = [
  {
    name: '0001',
    text: 'create table shop (id bigint, name text, city text); create table other (id bigint);',
  },
  { name: '0002', text: 'alter table shop add constraint named check (name is not null) not valid;' },
  { name: '0003', text: 'alter table shop validate constraint named;' },
]
const quick = "set local lock_timeout = '2s';\n"
const faults = (text: string, name = '0004.sql') => faultsOf({ name, text }, before)

describe('refused migrations', () => {
  test.each([
    [`${quick}alter table shop drop column name;`, 'removes what'],
    [`${quick}alter table shop add column a int, drop name;`, 'removes what'],
    [`${quick}drop table shop;`, 'removes what'],
    [`${quick}alter table shop rename column name to title;`, 'removes what'],
    [`${quick}alter table shop rename to store;`, 'removes what'],
    [`${quick}ALTER TABLE "shop"\n  ALTER COLUMN id TYPE numeric;`, 'removes what'],
    [`${quick}alter table shop alter id set data type text;`, 'removes what'],
    [`${quick}alter table shop alter column city set not null;`, 'check (city is not null)'],
    [`${quick}alter table shop add column size int not null;`, 'rejects the rows'],
    [`${quick}alter table shop add key uuid default gen_random_uuid();`, 'rewrites'],
    [`${quick}alter table shop add key uuid default new_id_in_cell();`, 'rewrites'],
    [`${quick}alter table shop add column n bigint generated always as identity;`, 'rewrites'],
    [`${quick}alter table shop add column size int check (size > 0);`, 'reads the whole table'],
    [`${quick}alter table shop add constraint sized check (id > 0);`, 'not valid'],
    [`${quick}alter table shop add foreign key (id) references other (id);`, 'not valid'],
    [`${quick}alter table shop add constraint once unique (name);`, 'using index'],
    [
      `${quick}alter table shop add constraint c check (id > 0) not valid; alter table shop validate constraint c;`,
      'separate migration',
    ],
    ['create index shop_name on shop (name);', 'concurrently'],
    ['create unique index on only shop (name);', 'concurrently'],
    ['create index concurrently shop_name on shop (name);', 'noTransaction'],
    ["update shop set name = '';", 'in pages'],
    ['delete from shop where id = 1;', 'in pages'],
    ['truncate shop;', 'locks the whole table'],
    ['lock table shop in share mode;', 'locks the whole table'],
    ['alter table shop add column size int;', 'lock_timeout'],
    ["set local lock_timeout = '1min'; alter table shop add column size int;", 'lock_timeout'],
    ['set local lock_timeout = 0; alter table shop add column size int;', 'lock_timeout'],
    ['create trigger t before update on shop for each row execute function f();', 'lock_timeout'],
    [`${quick}-- probably unused\nalter table shop drop column name;`, 'removes what'],
    [
      `${quick}-- unused since 1.2.0: city\nalter table shop drop column city; alter table shop drop column name;`,
      'drop column name',
    ],
  ])('the migration is refused: %s', (text, part) => {
    const found = faults(text)
    assert.equal(found.length, 1, found.join('\n'))
    assert(found[0]?.includes(part ?? 'nothing'), found.join())
  })

  test('a concurrent index in a .ts migration with a transaction is refused', () => {
    const text = "export const up = (pgm) => {\n  pgm.sql('create index concurrently a on shop (name)')\n}"
    assert.equal(faults(text, '0004.ts').length, 1)
  })
})

describe('allowed migrations', () => {
  test.each([
    'create table basket (id bigint primary key, shop_id bigint references shop); create index on basket (shop_id);',
    'create table basket (id bigint); alter table basket add column a int not null; update basket set a = 1;',
    `${quick}alter table shop add column size int;`,
    `${quick}alter table shop add column size int not null default 0;`,
    `${quick}alter table shop add constraint sized check (id > 0) not valid;`,
    'set lock_timeout to 3000;\nalter table other validate constraint of_before;',
    `${quick}alter table shop alter column name set not null;`,
    `${quick}alter table shop alter column name drop not null, alter city set default 'Goma';`,
    `${quick}alter table shop drop constraint named;`,
    `${quick}alter table shop add constraint once unique using index shop_name;`,
    `${quick}-- unused since 0.9.2: the name is in shop_title\nalter table shop drop column name;`,
    '-- few rows: there are two queues\nupdate other set id = 1;',
    "create function f() returns trigger language plpgsql as $$ begin update shop set name = ''; drop table shop; end $$;",
    'insert into shop (id) values (1);',
  ])('%s', (text) => assert.deepEqual(faults(text), []))

  test('a concurrent index outside a transaction is allowed', () => {
    const text =
      "export const up = (pgm) => {\n  pgm.noTransaction()\n  pgm.sql('create index concurrently a on shop (name)')\n}"
    assert.deepEqual(faults(text, '0004.ts'), [])
  })
})
