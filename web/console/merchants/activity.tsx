// What a merchant did in the last 30 days, what went back, and how much of its money is stuck.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney, formatShare } from '../../ui/display/amount.tsx'
import { Card, Figure, Figures } from '../../ui/display/facts.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { merchantTexts } from './texts.ts'

type Totals = schemas.PeriodFigures['data']['current']
type Sums = Totals['payments']['amounts']

export function MerchantActivity({ code }: { code: string }) {
  const loaded = useLoad(`activity ${code}`, async (signal) => {
    const [{ current }, { pagination }] = await Promise.all([
      api.get<schemas.PeriodFigures['data']>(
        `/merchants/${encodeURIComponent(code)}/figures`,
        { days: 30 },
        signal,
      ),
      api.get<schemas.StuckMoneyPage['data']>('/stuck-money', { merchant_code: code, limit: 1 }, signal),
    ])
    return { current, stuck: pagination.total }
  })
  return (
    <Card title={merchantTexts().activity}>
      <Await of={loaded}>
        {({ current, stuck }) => <Numbers code={code} totals={current} stuck={stuck} />}
      </Await>
    </Card>
  )
}

function Numbers({ code, totals, stuck }: { code: string; totals: Totals; stuck: number }) {
  const t = merchantTexts()
  const { payments, transfers } = totals
  const { success_rate: rate, amounts, returned } = payments
  return (
    <Figures>
      <Figure
        name={t.collected}
        value={sumsText(amounts)}
        note={returned.length > 0 && t.returned(sumsText(returned))}
      />
      <Figure
        name={t.paymentsMade}
        value={formatNumber(payments.succeeded)}
        note={t.ofAll(formatNumber(payments.count))}
      />
      <Figure name={t.declineRate} value={rate === null ? '–' : formatShare(1 - rate)} />
      <Figure name={t.returnRate} value={returnRate(amounts, returned)} note={t.returnNote} />
      <Figure
        name={t.transfersDelivered}
        value={formatNumber(transfers.successful)}
        note={`${t.ofAll(formatNumber(transfers.count))} · ${formatMoney(transfers.amount, 'USD')}`}
      />
      <Figure
        name={t.stuckRows}
        value={
          <a href={`/console/stuck-money?merchant_code=${encodeURIComponent(code)}`}>{formatNumber(stuck)}</a>
        }
      />
    </Figures>
  )
}

const sumsText = (sums: Sums) =>
  sums.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ') || '–'

/** Of the amounts of each currency. */
function returnRate(amounts: Sums, returned: Sums): string {
  const shares = amounts.map(({ currency, amount }) => {
    const back = returned.find((sum) => sum.currency === currency)?.amount ?? '0'
    return `${formatShare(Number(back) / Number(amount))}\u00a0${currency}`
  })
  return shares.join(', ') || '–'
}
