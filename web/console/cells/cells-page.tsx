// The cells of the deployment: where each lies, how large it is, and whether its work keeps up.
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { cellTexts } from './texts.ts'

type Cell = schemas.Cell
type Cells = { items: Cell[]; cells_missing?: readonly number[] }
/** A cell without a state does not respond. */
type Row = { cell: number; state?: Cell }

export function CellsPage() {
  const t = cellTexts()
  const cells = useLoad('cells', (signal) => api.get<Cells>('/cells', {}, signal), { everyMs: 10_000 })
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={cells}>
        {(listed) => (
          <Table
            caption={t.title}
            rows={rowsOf(listed)}
            keyOf={({ cell }) => cell}
            columns={[
              {
                heading: t.cell,
                cell: ({ cell, state }) => (
                  <>
                    {t.name(cell)} {state?.closed && <Badge>{t.closed}</Badge>}
                  </>
                ),
              },
              { heading: t.server, onCard: 'below', cell: ({ state }) => serverOf(state) },
              figure(t.size, (state) => t.bytes(state.size_bytes), 'corner'),
              figure(t.production, ({ merchants }) => formatNumber(merchants.production)),
              figure(t.sandbox, ({ merchants }) => formatNumber(merchants.sandbox)),
              figure(t.payments, (state) => formatNumber(state.payments_today)),
              figure(t.webhooks, webhooksOf),
            ]}
          />
        )}
      </Await>
    </Page>
  )
}

function rowsOf({ items, cells_missing: missing = [] }: Cells): Row[] {
  return [...items.map((state) => ({ cell: state.cell, state })), ...missing.map((cell) => ({ cell }))].sort(
    (a, b) => a.cell - b.cell,
  )
}

function serverOf(state: Cell | undefined) {
  const t = cellTexts()
  return state ? (state.server ?? t.local) : <Badge tone="bad">{t.silent}</Badge>
}

function figure(heading: string, of: (state: Cell) => string, onCard?: 'corner'): Column<Row> {
  return { heading, numeric: true, ...(onCard && { onCard }), cell: ({ state }) => (state ? of(state) : '–') }
}

function webhooksOf({ webhooks_due: due, webhooks_late_seconds: seconds }: Cell) {
  const t = cellTexts()
  return due === 0 ? '0' : t.late(due, seconds)
}
