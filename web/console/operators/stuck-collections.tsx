// Payments by phone without an outcome: their sums, and the oldest, each with a question for the operator's staff.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { walletText } from '../../ui/display/wallet.ts'
import { CopyButton } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { Money } from '../parts/money.tsx'
import { Since } from '../parts/since.tsx'
import { environmentTexts } from '../texts.ts'
import { collectionTexts } from './collection-texts.ts'

type Stuck = schemas.StuckCollection

export function StuckCollections() {
  const t = collectionTexts()
  const stuck = useLoad(
    'stuck collections',
    (signal) => api.get<schemas.StuckCollections['data']>('/collections/stuck', {}, signal),
    { everyMs: 30_000 },
  )
  return (
    <Card id="stuck" title={t.stuck}>
      <Await of={stuck}>
        {({ items, totals }) => (
          <>
            <p class="soft">{t.stuckLead}</p>
            {totals.length > 0 && (
              <ul class="changes">
                {totals.map(({ environment, operator, currency, count, amount }) => (
                  <li key={`${environment} ${operator} ${currency}`}>
                    {t.total(
                      `${walletName(operator)} (${environmentTexts()[environment]})`,
                      count,
                      formatMoney(amount, currency),
                    )}
                  </li>
                ))}
              </ul>
            )}
            <Table
              caption={t.stuck}
              rows={items}
              keyOf={({ collection_id }) => collection_id}
              columns={columnsOf()}
              empty={<EmptyState title={t.nothingStuck} />}
            />
          </>
        )}
      </Await>
    </Card>
  )
}

function columnsOf(): Column<Stuck>[] {
  const t = collectionTexts()
  return [
    {
      heading: t.payment,
      cell: ({ transaction_uuid, merchant_reference, merchant_name }) => (
        <>
          <a href={`/console/payments/${transaction_uuid}`}>{merchant_reference}</a>
          <span class="under">{merchant_name}</span>
        </>
      ),
    },
    {
      heading: t.amount,
      numeric: true,
      onCard: 'corner',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      heading: t.age,
      cell: ({ created_at }) => (
        <>
          <Since at={created_at} text={(duration) => duration} />
          <span class="under">{formatTime(created_at, 'list')}</span>
        </>
      ),
    },
    { heading: t.wallet, cell: walletText },
    {
      heading: t.lastReply,
      cell: ({ upstream_reason, inquiries }) => (
        <>
          <span lang="en">{upstream_reason ?? '–'}</span>
          <span class="under">{t.inquiries(inquiries)}</span>
        </>
      ),
    },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (row) => (
        <CopyButton text={questionOf(row)} what={t.question} appearance="plain" small>
          {t.copyQuestion}
        </CopyButton>
      ),
    },
  ]
}

/** What to send to the operator. */
function questionOf({
  operator,
  reference,
  upstream_id,
  amount,
  currency,
  customer_number,
  created_at,
}: Stuck) {
  const t = collectionTexts()
  return t.questionText({
    operator: walletName(operator),
    reference,
    upstreamId: upstream_id ?? '–',
    amount: formatMoney(amount, currency),
    numberEnd: customer_number.slice(-3),
    at: formatTime(created_at, 'exact'),
  })
}
