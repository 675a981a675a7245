// A merchant's statements and fee invoices, loaded when an admin opens them.
import { useState } from 'preact/hooks'
import type { FeeInvoiceSummary, StatementMonth } from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Statements } from '../../ui/statements/statements.tsx'
import { statementTexts } from '../../ui/statements/texts.ts'
import { api } from '../frame/session.ts'
import { merchantTexts } from './texts.ts'

export function MerchantStatements({ code }: { code: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Card title={statementTexts().title}>
      {open ? (
        <Opened code={code} />
      ) : (
        <Button onClick={() => setOpen(true)}>{merchantTexts().showStatements}</Button>
      )}
    </Card>
  )
}

function Opened({ code }: { code: string }) {
  const path = `/merchants/${encodeURIComponent(code)}`
  const loaded = useLoad(`statements ${code}`, async (signal) => {
    const [{ months }, { items }] = await Promise.all([
      api.get<{ months: StatementMonth[] }>(`${path}/statements/months`, {}, signal),
      api.get<Paged<FeeInvoiceSummary>>(`${path}/invoices`, { limit: 100 }, signal),
    ])
    return { months, invoices: items }
  })
  return (
    <Await of={loaded}>
      {(facts) => (
        <Statements {...facts} download={(name, query) => api.download(`${path}/${name}`, query)} />
      )}
    </Await>
  )
}
