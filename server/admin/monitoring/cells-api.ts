// Admin API for the cells of the deployment: where each lies, how large it is, and whether its work keeps up.
import { z } from 'zod'
import type { Cells } from '../../platform/database/cells.ts'
import { commonStatement, type Database } from '../../platform/database/database.ts'
import { countOnDay } from '../../platform/database/day-count.ts'
import { admins } from '../../platform/http/access.ts'
import { listResponse } from '../../platform/http/api.ts'
import { endpointOfCells, succeeded } from '../../platform/http/endpoint.ts'
import type { OverviewNeeds } from './overview-api.ts'

/** Where the connection leads; null within one machine. The tables of a cell are those of the first schema where it looks. */
const readCell = commonStatement<{ server: string | null; bytes: bigint }>(
  'read_cell',
  `select host(inet_server_addr()) || ':' || inet_server_port() as server,
          (select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = current_schema() and c.relkind = 'r') as bytes`,
)

const cellSchema = z
  .object({
    cell: z.int(),
    server: z.string().nullable().meta({ description: 'The address and port of its database server.' }),
    closed: z.boolean().meta({
      description: 'Whether it gets no new merchants, unless one is created for it with `--cell`.',
    }),
    size_bytes: z.int().meta({ description: 'Of its tables and indexes.' }),
    merchants: z.object({ sandbox: z.int(), production: z.int() }),
    payments_today: z.int().meta({ description: 'Card payments that were created since midnight UTC.' }),
    webhooks_due: z.int(),
    webhooks_late_seconds: z
      .int()
      .meta({ description: 'By how much the oldest webhook that is due is overdue.' }),
  })
  .meta({ id: 'Cell' })

const example = {
  cell: 2,
  server: '10.0.0.12:5432',
  closed: false,
  size_bytes: 48_234_496,
  merchants: { sandbox: 3, production: 412 },
  payments_today: 18_204,
  webhooks_due: 0,
  webhooks_late_seconds: 0,
}

export const cellsRoute = endpointOfCells({
  id: 'listCells',
  tag: 'Admin: system',
  method: 'GET',
  path: '/api/v1/admin/cells',
  priority: 'list',
  access: admins('operations'),
  summary: 'List the cells',
  description:
    'A cell holds everything of its merchants. A deployment has one, unless `CELLS` says otherwise.',
  responses: { 200: listResponse('Cells', cellSchema, example) },
  handle: async (needs: OverviewNeeds & { cells: Cells }) => {
    const [merchants, closed] = await Promise.all([needs.merchantsByCell(), needs.closedCells()])
    const items = await Promise.all(needs.cells.all.map((db) => stateOf(needs, db, { merchants, closed })))
    return succeeded({ items: items.filter((item) => item !== undefined) })
  },
})

type Merchants = {
  merchants: Awaited<ReturnType<OverviewNeeds['merchantsByCell']>>
  /** The cells that get no new ones. */
  closed: ReadonlySet<number>
}

/** Undefined for a cell that does not respond. */
async function stateOf(needs: OverviewNeeds, db: Database, { merchants, closed }: Merchants) {
  const today = needs.clock.now().toZonedDateTimeISO('UTC').toPlainDate().toString()
  const queues = needs.queues({ control: needs.cells.control, all: [db] })
  const [[state], payments, { due, lagSeconds }] = await Promise.all([
    db.rows(readCell),
    countOnDay(db, 'payment', today),
    queues.waitingDeliveries(),
  ])
  if (!state) return undefined
  const countIn = (environment: string) =>
    Number(merchants.find((of) => of.cell === db.cell && of.environment === environment)?.merchants ?? 0)
  return {
    cell: db.cell,
    server: state.server,
    closed: closed.has(db.cell),
    size_bytes: Number(state.bytes),
    merchants: { sandbox: countIn('sandbox'), production: countIn('production') },
    payments_today: payments,
    webhooks_due: due,
    webhooks_late_seconds: Math.round(lagSeconds),
  }
}
