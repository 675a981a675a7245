// The reconciliation with our banks: import of statements, the lines that need an admin, and what should have come.
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { ImportFile } from './import-file.tsx'
import { OpenLines } from './open-lines.tsx'
import { bankTexts } from './texts.ts'

type BankFile = schemas.BankFile
type Movement = schemas.BankMovement

export function BankPage() {
  const t = bankTexts()
  const by = useFilters()
  const lines = useLoad('open bank lines', (signal) =>
    api.get<Paged<schemas.BankLine>>('/bank/lines', { state: 'open', limit: 100 }, signal),
  )
  const missing = useLoad('missing bank movements', (signal) =>
    api.get<{ items: Movement[] }>('/bank/movements', { state: 'MISSING' }, signal),
  )
  const files = useLoad(by.key, (signal) => api.get<Paged<BankFile>>('/bank/files', by.query, signal))
  const reload = () => {
    for (const loaded of [lines, missing, files]) loaded.reload()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <ImportFile done={reload} />
      <Card title={t.open}>
        <Await of={lines}>{({ items }) => <OpenLines lines={items} changed={reload} />}</Await>
      </Card>
      <Card title={t.missing}>
        <p class="soft">{t.missingText}</p>
        <Await of={missing}>{({ items }) => <Missing movements={items} />}</Await>
      </Card>
      <Card title={t.files}>
        <List
          of={files}
          caption={t.files}
          keyOf={({ id }) => id}
          columns={fileColumns()}
          pageHref={by.hrefOf}
          empty={{ title: t.filesEmpty, text: t.filesEmptyText }}
        />
      </Card>
    </Page>
  )
}

function Missing({ movements }: { movements: readonly Movement[] }) {
  const t = bankTexts()
  return (
    <Table
      caption={t.missing}
      rows={movements}
      keyOf={({ kind, key }) => `${kind} ${key}`}
      columns={[
        { heading: t.kind, cell: ({ kind }) => t.kinds[kind] },
        { heading: t.reference, cell: ({ key }) => <code class="code">{key}</code>, onCard: 'below' },
        {
          heading: t.amount,
          numeric: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { heading: t.due, cell: ({ due_on }) => due_on },
      ]}
      empty={<EmptyState title={t.missingEmpty} />}
    />
  )
}

function fileColumns(): Column<BankFile>[] {
  const t = bankTexts()
  return [
    { heading: t.name, cell: ({ name }) => name },
    { heading: t.format, cell: ({ format }) => format },
    { heading: t.lines, numeric: true, cell: ({ lines }) => lines },
    { heading: t.toDo, numeric: true, cell: ({ open_lines }) => open_lines },
    { heading: t.by, cell: ({ imported_by }) => imported_by },
    { heading: t.importedAt, cell: ({ imported_at }) => <Time at={imported_at} look="list" /> },
  ]
}
