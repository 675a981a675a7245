// The merchant's statements and fee invoices.
import type { FeeInvoiceSummary, StatementMonth } from '../../api/schemas.generated.ts'
import type { Paged } from '../../ui/display/pager.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Statements } from '../../ui/statements/statements.tsx'
import { statementTexts } from '../../ui/statements/texts.ts'
import { api } from '../access/session.ts'

export function StatementsPage() {
  const t = statementTexts()
  const loaded = useLoad('statements', async (signal) => {
    const [{ months }, { items }] = await Promise.all([
      api.get<{ months: StatementMonth[] }>('statements/months', {}, signal),
      api.get<Paged<FeeInvoiceSummary>>('invoices', { limit: 100 }, signal),
    ])
    return { months, invoices: items }
  })
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={loaded}>
        {(facts) => <Statements {...facts} download={(path, query) => api.download(path, query)} />}
      </Await>
    </Page>
  )
}
