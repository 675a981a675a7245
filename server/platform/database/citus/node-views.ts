// What a cell's connection sees on the cell's own node instead of the tables of Citus: plain views of the parts that lie there, so that
// PostgreSQL plans its statements alone. Citus would write what a part of a statement returns to every node, which takes several times as
// long, and fails while any of them is gone. Where views are missing, the same statements go through Citus.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { cell, shared } from '../schemas.ts'

/** The schema with the views for a cell: of its tables, and of those of `shared`, which lie on every node. */
const viewsOf = (number: number) => `here_${number}`

/** Where a connection to a cell on its own node looks for tables. */
export const pathOnNode = (number: number): string[] => [viewsOf(number), ...cell(number).path]

/** Tables that lie on this node. Every schema has a table of its migrations, which no statement names. */
const here = `pg_dist_placement placed join pg_dist_local_group here using (groupid) join pg_dist_shard shard using (shardid)
    join pg_class c on c.oid = shard.logicalrelid and c.relname <> 'migration' join pg_namespace n on n.oid = c.relnamespace`
/** Columns with numbers draw them from the node's own sequences. */
const tablesHere = `
  select n.nspname as schema, quote_ident(c.relname) as name, placed.shardid::text as shard,
         format('%I.%I', n.nspname, c.relname || '_' || placed.shardid) as rows,
         not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as "isWithoutKey",
         array(select format('alter column %I set default nextval(%L)', a.attname,
                             pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
                 from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as numbers
    from ${here} where n.nspname = any($1)`
type TableHere = {
  schema: string
  name: string
  /** Number and name of the table with the rows. */
  shard: string
  rows: string
  isWithoutKey: boolean
  numbers: string[]
}

const missingViews = `
  with present as (select n.nspname as schema, c.relname as name from ${here}),
  own as (select distinct schema, 'here_' || substr(schema, length('cell_') + 1) as views from present where schema = any($1))
  select exists (select own.views, t.name from own join present t on t.schema in (own.schema, '${shared.name}')
                 except select schemaname, viewname from pg_views where schemaname = any(select views from own))
    as "areMissing"`

const schemasOf = (cells: readonly number[]) => cells.map((number) => cell(number).name)

/** Whether the node lacks views, because it was added later or a process that renewed them has ended. */
export async function areViewsMissing(node: pg.Client, cells: readonly number[]): Promise<boolean> {
  return (await node.query<{ areMissing: boolean }>(missingViews, [schemasOf(cells)])).rows[0]!.areMissing
}

/** Makes the views for these cells anew on one node; one that lies elsewhere has none. */
export async function renewViews(node: pg.Client, cells: readonly number[]): Promise<void> {
  await alone(node, async () => {
    const { rows } = await node.query<TableHere>(tablesHere, [[...schemasOf(cells), shared.name]])
    const ofShared = rows.filter(({ schema }) => schema === shared.name)
    const ofCell = (number: number) => rows.filter(({ schema }) => schema === cell(number).name)
    const present = cells.filter((number) => ofCell(number).length > 0)
    await node.query(functions)
    for (const table of present.flatMap(ofCell)) await guardMoves(node, table)
    await replaceSchemas(node, cells, async () => {
      for (const number of present) {
        for (const table of [...ofCell(number), ...ofShared]) await createView(node, viewsOf(number), table)
        await letFunctionsSee(node, number)
      }
    })
  })
}

/** From now on, what looks for tables of these cells finds those of Citus, and no view stands in the way of a migration. */
export async function removeViews(node: pg.Client, cells: readonly number[]): Promise<void> {
  await alone(node, () => replaceSchemas(node, cells, async () => {}))
}

/** Of several processes that change views of the node, one at a time. Citus would send what is changed to the other nodes. */
async function alone(node: pg.Client, work: () => Promise<void>): Promise<void> {
  const lock = `hashtext('likuta views')`
  await node.query(`select pg_advisory_lock(${lock})`)
  try {
    await node.query('set citus.enable_ddl_propagation = off')
    await node.query('set citus.override_table_visibility = off')
    await work()
  } finally {
    await node.query(`select pg_advisory_unlock(${lock})`)
  }
}

const formerSchemas = `select quote_ident(nspname) as name from pg_namespace where nspname ~ '^here_[0-9]+_until_[0-9]+$'`

/**
 * Replaces all views for the cells at once. A schema of the same name is another one, so each session plans its prepared statements anew.
 * It is never absent, because `current_schema()` names locks. A transaction that has used the former views still has them.
 */
async function replaceSchemas(
  node: pg.Client,
  cells: readonly number[],
  fill: () => Promise<void>,
): Promise<void> {
  await node.query('begin')
  try {
    for (const views of cells.map(viewsOf)) {
      const found = await node.query<{ oid: string | null }>('select to_regnamespace($1)::oid::text as oid', [
        views,
      ])
      const { oid } = found.rows[0]!
      if (oid !== null) await node.query(`alter schema ${views} rename to ${views}_until_${oid}`)
      await node.query(`create schema ${views}`)
    }
    await fill()
    await node.query('commit')
  } catch (error) {
    await node.query('rollback')
    throw error
  }
  const { rows: former } = await node.query<{ name: string }>(formerSchemas)
  for (const { name } of former) await node.query(`drop schema ${name} cascade`)
}

/** A statement that names rows of a table without a key by `ctid` finds it, although a view has none of its own. */
async function createView(
  node: pg.Client,
  views: string,
  { schema, name, rows, isWithoutKey, numbers }: TableHere,
): Promise<void> {
  const view = `${views}.${name}`
  await node.query(`create view ${view} as select *${isWithoutKey ? ', ctid' : ''} from ${rows}`)
  if (numbers.length > 0) await node.query(`alter view ${view} ${numbers.join(', ')}`)
  if (schema === shared.name)
    await node.query(`create trigger read_only instead of insert or update or delete on ${view}
      for each row execute function here.refuse_write()`)
}

/**
 * Citus moves a cell without knowing who writes through views. So a write first takes a lock that Citus takes alone while it switches over,
 * and finds out whether the rows are still here. SQLSTATE 57P01 lets the caller connect again, to where they are.
 */
const functions = `
  create schema if not exists here;
  create or replace function here.refuse_after_move() returns trigger language plpgsql as $$
  begin
    -- The tables of a cell have one lock, which lasts until the end of the transaction. What Citus sends has it where it came from.
    if current_setting('likuta.stays', true) = tg_table_schema or current_setting('application_name') like 'citus\\_internal%' then
      return null;
    end if;
    perform pg_catalog.lock_shard_metadata(5, array[tg_argv[0]::bigint]);
    if not exists (
      select from pg_catalog.pg_dist_placement placed join pg_catalog.pg_dist_local_group here using (groupid)
       where placed.shardid = tg_argv[0]::bigint)
    then
      raise exception using errcode = '57P01', message = 'the cell has moved to another server';
    end if;
    perform set_config('likuta.stays', tg_table_schema, true);
    return null;
  end $$;
  create or replace function here.refuse_write() returns trigger language plpgsql as $$
  begin
    raise exception using message = format('%s lies on every node: name it shared.%1$s to write it', tg_table_name);
  end $$`

const hasGuard = `select exists (select from pg_trigger where tgrelid = $1::regclass and tgname = 'stays_here') as "isGuarded"`
const maxTries = 20

/** Tried again and again, so that what reads and writes the table meanwhile does not queue behind it for long. */
async function guardMoves(node: pg.Client, { rows, shard }: TableHere): Promise<void> {
  const found = await node.query<{ isGuarded: boolean }>(hasGuard, [rows])
  if (found.rows[0]!.isGuarded) return
  for (let tries = 1; ; tries++)
    try {
      await node.query(`set lock_timeout = '500ms'`)
      await node.query(`create trigger stays_here before insert or update or delete on ${rows}
        for each statement execute function here.refuse_after_move(${shard})`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03' || tries === maxTries) throw error
      await pause(500)
    } finally {
      await node.query('reset lock_timeout')
    }
}

const functionsWithPath = `
  select p.oid::regprocedure::text as name from pg_proc p
   where p.pronamespace = $1::regnamespace and exists (select from unnest(p.proconfig) c where c like 'search_path=%' and c <> $2)`

/** Functions of triggers have a path of their own. */
async function letFunctionsSee(node: pg.Client, number: number): Promise<void> {
  const path = pathOnNode(number).join(', ')
  const found = await node.query<{ name: string }>(functionsWithPath, [
    cell(number).name,
    `search_path=${path}`,
  ])
  for (const { name } of found.rows) await node.query(`alter function ${name} set search_path = ${path}`)
}

const idle = `
  select count(pg_terminate_backend(pid)) from pg_stat_activity
   where datname = current_database() and state = 'idle' and right(application_name, length($1)) = $1
     and state_change < clock_timestamp() - make_interval(secs => $2)`
/** By then, every process has read where the cell is. */
const endedWithinMs = 4_000
/** A session that has had no statement for so long is probably used by no request. Those that are never idle for long are ended at last. */
const [idleSeconds, lastMs] = [0.05, 500]

/** Ends the sessions of a place that has moved away, between their transactions, so that they are opened where it lies now. */
export async function endSessions(node: pg.Client, suffix: string): Promise<void> {
  const until = performance.now() + endedWithinMs
  while (performance.now() < until) {
    const isLast = performance.now() > until - lastMs
    await node.query(idle, [suffix, isLast ? 0 : idleSeconds])
    await pause(20)
  }
}
