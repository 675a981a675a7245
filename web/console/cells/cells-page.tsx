// The cells of the deployment: where each lies, how large it is, and whether its work keeps up.
import type * as schemas from '../../api/schemas.generated.ts'
import { Table } from '../../ui/display/table.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { cellTexts } from './texts.ts'

type Cell = schemas.Cell

export function CellsPage() {
  const t = cellTexts()
  const cells = useLoad('cells', (signal) => api.get<{ items: Cell[] }>('/cells', {}, signal), {
    everyMs: 10_000,
  })
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={cells}>
        {({ items }) => (
          <Table
            caption={t.title}
            rows={items}
            keyOf={({ cell }) => cell}
            columns={[
              { heading: t.cell, cell: ({ cell }) => t.name(cell) },
              { heading: t.server, onCard: 'below', cell: ({ server }) => server ?? t.local },
              { heading: t.size, numeric: true, onCard: 'corner', cell: (of) => t.bytes(of.size_bytes) },
              { heading: t.production, numeric: true, cell: (of) => formatNumber(of.merchants.production) },
              { heading: t.sandbox, numeric: true, cell: (of) => formatNumber(of.merchants.sandbox) },
              { heading: t.payments, numeric: true, cell: (of) => formatNumber(of.payments_today) },
              { heading: t.webhooks, numeric: true, cell: webhooksOf },
            ]}
          />
        )}
      </Await>
    </Page>
  )
}

function webhooksOf({ webhooks_due: due, webhooks_late_seconds: seconds }: Cell) {
  const t = cellTexts()
  return due === 0 ? '0' : t.late(due, seconds)
}
