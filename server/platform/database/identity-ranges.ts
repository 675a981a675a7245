// The numbers that the tables of a cell give their rows: no two cells give the same, and a number names its cell. On several servers each
// node draws numbers of its own, also for a cell that has just moved there, so each has a part of the cell's.
import type pg from 'pg'
import { firstIdentityOf } from '../../kernel/cell.ts'

/** How many numbers of a cell one node gives in each table. */
const identitiesOfNode = 2n ** 40n
/** A cell has numbers for so many nodes. */
const maxNodes = 16

type Sequence = { schema: string; sequence: string; table: string; column: string }

/** Those whose numbers begin elsewhere. Names are quoted where they must be. */
const sequencesElsewhere = `
  select s.schemaname as schema, format('%I.%I', s.schemaname, s.sequencename) as sequence,
         format('%I.%I', s.schemaname, t.relname) as table, quote_ident(a.attname) as column
    from pg_sequences s join unnest($1::text[], $2::bigint[]) place (name, first) on place.name = s.schemaname
    join pg_depend d on d.classid = 'pg_class'::regclass and d.deptype = 'i'
     and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
   where s.start_value <> place.first`

/** Whether rows would get numbers of another range: the process that applied a migration ended too early, or a node is new. */
export async function hasNumbersToMove(client: pg.Client, cells: number, group = 0): Promise<boolean> {
  return (await sequencesOf(client, rangesOf(cells, group))).length > 0
}

/**
 * Lets the numbers that a server draws for each cell begin where they belong, after those that were drawn there before.
 * @param group the number of the node in Citus; 0 for the coordinator, and for a single server.
 * @throws Error for the seventeenth node that was ever added.
 */
export async function moveNumbers(client: pg.Client, cells: number, group = 0): Promise<void> {
  if (group >= maxNodes) throw new Error(`node ${group}: rows of a cell have numbers for ${maxNodes} nodes`)
  const ranges = rangesOf(cells, group)
  for (const { schema, sequence, table, column } of await sequencesOf(client, ranges)) {
    const first = ranges.get(schema)!
    const last = first + identitiesOfNode - 1n
    const { rows } = await client.query<{ next: string }>(
      `select coalesce(max(${column}) + 1, $1::bigint) as next from ${table} where ${column} between $1 and $2`,
      [first, last],
    )
    await client.query(
      `alter sequence ${sequence} minvalue ${first} maxvalue ${last} start with ${first} restart with ${rows[0]!.next}`,
    )
  }
}

/** The first number of each cell's schema on a server. */
function rangesOf(cells: number, group: number): Map<string, bigint> {
  const numbers = Array.from({ length: cells }, (_, index) => index + 1)
  return new Map(
    numbers.map((cell) => [`cell_${cell}`, firstIdentityOf(cell) + BigInt(group) * identitiesOfNode]),
  )
}

async function sequencesOf(client: pg.Client, ranges: ReadonlyMap<string, bigint>): Promise<Sequence[]> {
  return (await client.query<Sequence>(sequencesElsewhere, [[...ranges.keys()], [...ranges.values()]])).rows
}

/** Those of our schemas, with the columns that get their numbers. Names are quoted where they must be. */
const sequencesOfColumns = `
  with numbered as (
    select d.objid as sequence, d.refobjid as of, d.refobjsubid as attribute
      from pg_depend d where d.classid = 'pg_class'::regclass and d.deptype = 'i' and d.refobjsubid > 0
    union all
    select d.refobjid, a.adrelid, a.adnum from pg_depend d join pg_attrdef a on a.oid = d.objid
     where d.classid = 'pg_attrdef'::regclass and d.refclassid = 'pg_class'::regclass
  )
  select format('%I.%I', s.schemaname, s.sequencename) as sequence, s.min_value as first,
         least(s.max_value, s.min_value + case when s.schemaname like 'cell_%' then $1 else $2 end::numeric - 1)::bigint as final,
         coalesce(s.last_value, s.min_value - 1) as last, format('%I.%I', n.nspname, t.relname) as table, quote_ident(a.attname) as column
    from pg_sequences s join numbered on numbered.sequence = format('%I.%I', s.schemaname, s.sequencename)::regclass
    join pg_class t on t.oid = numbered.of join pg_namespace n on n.oid = t.relnamespace
    join pg_attribute a on a.attrelid = t.oid and a.attnum = numbered.attribute
   where s.schemaname ~ '^(shared|control|cell_[0-9]+)$' and t.relname <> 'migration'`

/** `last` is the last number that was drawn between the first and the final one. */
type Numbered = Sequence & { first: string; final: string; last: string }

/** Citus gives each node so many numbers of a table, if we do not. The coordinator's have no end of their own. */
const identitiesOfCitus = 2n ** 48n

/**
 * Lets a server draw numbers after those of all rows, for tables that were filled with the numbers that their rows had elsewhere.
 * @param isNode whether it is a node of Citus, which has only a part of the numbers.
 */
export async function continueNumbers(client: pg.Client, isNode: boolean): Promise<void> {
  const { rows } = await client.query<Numbered>(
    sequencesOfColumns,
    isNode ? [identitiesOfNode, identitiesOfCitus] : [2n ** 63n, 2n ** 63n],
  )
  for (const { sequence, first, final, last, table, column } of rows) {
    // Citus runs a statement that reads a table where that lies, which may be on another node than the sequence.
    const highest = await client.query<{ number: string }>(
      `select greatest(max(${column}), $3::bigint) as number from ${table} where ${column} between $1 and $2`,
      [first, final, last],
    )
    const [{ number }] = highest.rows as [{ number: string }]
    if (number !== last) await client.query('select setval($1::regclass, $2::bigint)', [sequence, number])
  }
}
