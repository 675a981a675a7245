// The reconciliation with our banks: the lines that need an admin, what should have come, and the statements.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import type { Column } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { type Loaded, useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { CsvMappings } from './csv-mappings.tsx'
import { ImportFile } from './import-file.tsx'
import { Missing, Settlements } from './movements.tsx'
import { OpenLines } from './open-lines.tsx'
import { OperatorDifferences } from './operator-differences.tsx'
import { OperatorFile } from './operator-file.tsx'
import { operatorTexts } from './operator-texts.ts'
import { bankTexts } from './texts.ts'

type BankFile = schemas.BankFile
type Movement = schemas.BankMovement

export function BankPage() {
  const t = bankTexts()
  const by = useFilters()
  const [dialog, setDialog] = useState<'statement' | 'operator' | 'differences'>()
  const lines = useLoad('open bank lines', (signal) =>
    api.get<Paged<schemas.ListedBankLine>>('/bank/lines', { state: 'open', limit: 100 }, signal),
  )
  const recent = useLoad('bank movements', (signal) =>
    api.get<{ items: Movement[] }>('/bank/movements', {}, signal),
  )
  const missing = useLoad('missing bank movements', (signal) =>
    api.get<{ items: Movement[] }>('/bank/movements', { state: 'MISSING' }, signal),
  )
  const files = useLoad(by.key, (signal) => api.get<Paged<BankFile>>('/bank/files', by.query, signal))
  const reload = () => {
    for (const loaded of [lines, recent, missing, files]) loaded.reload()
  }
  const noLines = <Nothing of={files} title={t.openEmpty} text={t.openEmptyText} />
  const noneMissing = <Nothing of={files} title={t.missingEmpty} />
  return (
    <Page
      title={t.title}
      intro={t.lead}
      side={
        <ActButton right="move_money" appearance="main" onClick={() => setDialog('statement')}>
          {t.importFile}…
        </ActButton>
      }
    >
      {dialog === 'statement' && <ImportFile done={reload} close={() => setDialog(undefined)} />}
      {dialog === 'operator' && <OperatorFile done={reload} close={() => setDialog(undefined)} />}
      {dialog === 'differences' && <OperatorDifferences close={() => setDialog(undefined)} />}
      <Card title={t.open}>
        <Await of={lines}>
          {({ items }) => <OpenLines lines={items} changed={reload} empty={noLines} />}
        </Await>
      </Card>
      <Card title={t.missing}>
        <p class="soft">{t.missingText}</p>
        <Await of={missing}>{({ items }) => <Missing movements={items} empty={noneMissing} />}</Await>
      </Card>
      <SettlementsCard recent={recent} open={setDialog} />
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
      <CsvMappings />
    </Page>
  )
}

type SettlementsProps = {
  recent: Loaded<{ items: Movement[] }>
  open: (dialog: 'operator' | 'differences') => void
}

function SettlementsCard({ recent, open }: SettlementsProps) {
  const t = bankTexts()
  return (
    <Card title={t.settlements}>
      <p class="soft">{t.settlementsText}</p>
      <Await of={recent}>{({ items }) => <Settlements movements={items} />}</Await>
      <div class="actions">
        <ActButton right="move_money" onClick={() => open('operator')}>
          {t.importOperatorFile}…
        </ActButton>
        <Button onClick={() => open('differences')}>{operatorTexts().allDiffers}…</Button>
      </div>
    </Card>
  )
}

/** An empty list says that all is well only where a statement was compared. */
function Nothing({ of: files, title, text }: { of: Loaded<Paged<BankFile>>; title: string; text?: string }) {
  const t = bankTexts()
  return (
    <Await of={files}>
      {({ pagination }) => {
        const isCompared = pagination.total > 0
        const said = isCompared ? text : t.notCompared
        return <EmptyState title={isCompared ? title : t.filesEmpty}>{said && <p>{said}</p>}</EmptyState>
      }}
    </Await>
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
