// The `cells` commands: which cells there are and how full they are, one more, and the move of one to another server.
import { Argument, type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import { maxCells } from '../../../kernel/cell.ts'
import { closeCell, closedCells, merchantsByCell, openCell } from '../../../merchants/identity/cell.ts'
import {
  moveCell,
  placementOf,
  placements,
  type TransferMode,
  transferModes,
} from '../../../platform/database/citus/cell-placement.ts'
import { type ControlDatabase, openDatabase } from '../../../platform/database/database.ts'
import {
  countCells,
  knownMigrations,
  migrate,
  nameOf,
  pendingMigrations,
} from '../../../platform/database/migrations.ts'
import { cell as schemaOf } from '../../../platform/database/schemas.ts'
import { print } from '../print.ts'
import { withSettings } from '../with-database.ts'

type Options = { json?: boolean }

export function addCells(program: Command): void {
  const cells = program
    .command('cells')
    .description('the cells that hold the tables of merchants, and the servers on which they lie')
  addList(cells)
  addCell(cells)
  addPlacement(cells)
  addOpening(cells, 'close', 'give a cell no new merchants, unless one is created there with --cell')
  addOpening(cells, 'open', 'give a cell new merchants again')
}

function addList(cells: Command): void {
  cells
    .command('list')
    .description('list each cell: its server, version, size and merchants')
    .option('--json', 'print one JSON array')
    .action(({ json }: Options) =>
      withSettings(async ({ DATABASE_URL }) => {
        const listed = await listCells(DATABASE_URL)
        if (json) console.log(JSON.stringify(listed))
        else for (const each of listed) console.log(lineOf(each))
      }),
    )
}

type Listed = {
  cell: number
  server: string
  /** The newest migration that was applied; null if none was. */
  version: string | null
  /** How many migrations of this version of the program it lacks. */
  pending: number
  bytes: number
  merchants: { sandbox: number; production: number }
  /** Whether it gets new merchants. */
  open: boolean
}

async function listCells(url: string): Promise<Listed[]> {
  const placed = await placements(url)
  const pending = new Set(await pendingMigrations(url, Math.max(1, placed.length)))
  return withControl(url, async (db) => {
    const counts = placed.length === 0 ? [] : await merchantsByCell(db)
    const closed = placed.length === 0 ? new Set() : await closedCells(db)
    return placed.map(({ cell, server, bytes }) => {
      const known = knownMigrations(cell).filter(({ schema }) => schema.name === schemaOf(cell).name)
      const applied = known.filter((migration) => !pending.has(nameOf(migration)))
      const countIn = (environment: string) =>
        Number(counts.find((each) => each.cell === cell && each.environment === environment)?.merchants ?? 0)
      return {
        ...{
          cell,
          server,
          version: applied.at(-1)?.name ?? null,
          pending: known.length - applied.length,
          bytes,
        },
        merchants: { sandbox: countIn('sandbox'), production: countIn('production') },
        open: !closed.has(cell),
      }
    })
  })
}

async function withControl<Result>(
  url: string,
  work: (db: ControlDatabase) => Promise<Result>,
): Promise<Result> {
  const db = openDatabase(url, { connections: 1, name: 'likuta-cells', cell: 0 })
  return work(db).finally(() => db.close())
}

function lineOf({ cell, server, version, pending, bytes, merchants, open }: Listed): string {
  const state = pending === 0 ? `${version}` : `${version ?? 'empty'}, ${pending} migrations pending`
  const size = `${Math.ceil(bytes / 1024 / 1024)} MiB`
  const counts = `${merchants.production} merchants in production, ${merchants.sandbox} in the sandbox`
  return [`cell ${cell}`, server, state, size, counts, ...(open ? [] : ['closed'])].join('  ')
}

function addCell(cells: Command): void {
  cells
    .command('add')
    .description('create the next cell, for new merchants; merchants never change their cell')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      withSettings(async ({ DATABASE_URL, CELLS }) => {
        const added = (await countCells(DATABASE_URL)) + 1
        if (added > maxCells) throw new Error(`there are ${maxCells} cells, and no more are possible`)
        const applied = await migrate(DATABASE_URL, { cells: added })
        const next = `set CELLS=${Math.max(CELLS, added)} and restart each process: one that starts with less refuses`
        print({ cell: added, migrations: applied.length, next }, options)
      }),
    )
}

function addOpening(cells: Command, name: 'close' | 'open', description: string): void {
  cells
    .command(name)
    .description(description)
    .addArgument(new Argument('<cell>').argParser(cellNumber))
    .option('--json', 'print one JSON object')
    .action((cell: number, options: Options) =>
      withSettings(async ({ DATABASE_URL: url }) => {
        const count = await countCells(url)
        if (cell > count) throw new Error(`cell ${cell} does not exist`)
        await withControl(url, (db) => (name === 'close' ? closeCell(db, cell, count) : openCell(db, cell)))
        print({ cell, open: name === 'open' }, options)
      }),
    )
}

function addPlacement(cells: Command): void {
  cells
    .command('place')
    .description('show on which server a cell lies, or move it to another one (Citus)')
    .addArgument(new Argument('<cell>').argParser(cellNumber))
    .addArgument(new Argument('[server]').argParser(serverName))
    .addOption(
      new Option('--mode <mode>', 'how it is copied: while it is written, or while writes wait')
        .choices(transferModes)
        .default('auto'),
    )
    .option('--json', 'print one JSON object')
    .action((cell: number, server: string | undefined, { mode, json }: Options & { mode: TransferMode }) =>
      withSettings(async ({ DATABASE_URL: url }) => {
        const placed =
          server === undefined ? await placementOf(url, cell) : await moveCell(url, cell, { server, mode })
        print(placed, { ...(json && { json }) })
      }),
    )
}

function serverName(value: string): string {
  if (/^\S+:\d{1,5}$/.test(value)) return value
  throw new CommandFault(`${value} is not a server such as db2.internal:5432`)
}

/** Reads the number of a cell. */
export function cellNumber(value: string): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1 && number <= maxCells) return number
  throw new CommandFault(`${value} is not a whole number from 1 to ${maxCells}`)
}
