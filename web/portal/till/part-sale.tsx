// One part at the till: the code to scan, and what becomes of the payment that is begun with it, whoever else pays by the same link.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { Qr } from '../../ui/factors/qr.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { isOnline, useBackOnline } from '../../ui/service/online.ts'
import { newUuid } from '../../ui/service/uuid.ts'
import { api } from '../access/session.ts'
import type { TillPart, TillSale } from '../api-types.ts'
import { invitation } from '../links/invitation.ts'
import { useUpdates } from '../updates/updates.ts'
import { TillMessage } from './message.tsx'
import { partTexts } from './part-texts.ts'
import { Paid, SendButton, useWakeLock } from './sale.tsx'
import { tillTexts } from './texts.ts'

/** Updates arrive sooner; this is for when they do not arrive. */
const pollMs = 3_000

/** @param change chooses another amount, of the link as it is now */
export function PartSale({
  part,
  amount,
  change,
  done,
}: {
  part: TillPart
  amount: string
  change: (part: TillPart) => void
  done: () => void
}) {
  const t = partTexts()
  const [sale] = useState(newUuid)
  const loaded = useLoad(
    `part ${sale}`,
    (signal) => api.get<TillSale>(`till/parts/${part.code}`, { sale }, signal),
    { everyMs: pollMs, until: ({ payment }) => payment?.state === 'paid' },
  )
  useUpdates('payments', loaded.reload)
  useWakeLock()
  useBackOnline(loaded.reload)
  const now = loaded.data
  const name = part.payer_label ?? part.merchant_reference
  const money = (of: string) => formatMoney(of, part.currency)
  if (now?.payment?.state === 'paid')
    return <PaidPart part={part} sale={now} payment={now.payment} done={done} />
  const refusal = now && refusalOf(now, amount)
  const outOfReach = reachText(loaded.error?.status)
  const isPayable = refusal === undefined || now?.payment?.state === 'open'
  return (
    <div class="till sale">
      <p class="till-sum">{money(amount)}</p>
      <p class="centred till-what">{[name, part.group].filter(Boolean).join(' · ')}</p>
      {isPayable && (
        <Code part={part} url={`${part.url}?${new URLSearchParams({ sale, amount })}`} amount={amount} />
      )}
      {isPayable && outOfReach === undefined && (
        <p class="till-wait" role="status">
          {waitingText(now)}
        </p>
      )}
      <TillMessage
        text={outOfReach ?? refusal ?? (now?.payment?.state === 'failed' ? t.failed : undefined)}
      />
      <div class="actions centre">
        <Button small onClick={() => change(now ?? part)}>
          {t.change}
        </Button>
        <Button small appearance="quiet" onClick={done}>
          {t.back}
        </Button>
      </div>
    </div>
  )
}

/** Why the till does not learn what becomes of the sale now; undefined while it does. */
function reachText(failure: number | undefined): string | undefined {
  if (!isOnline.value) return tillTexts().offlineSale
  return failure === 0 ? tillTexts().silentSale : undefined
}

type PaidPartProps = {
  part: TillPart
  sale: TillSale
  payment: NonNullable<TillSale['payment']>
  done: () => void
}

function PaidPart({ part, sale, payment, done }: PaidPartProps) {
  const t = partTexts()
  const money = (of: string) => formatMoney(of, part.currency)
  const left = Number(sale.remaining) > 0 ? t.stillLeft(money(sale.remaining)) : t.allPaid
  return (
    <Paid
      amount={money(payment.amount)}
      what={`${part.payer_label ?? part.merchant_reference} · ${left}`}
      again={t.again}
      end={
        <a class="button" href={payment.receipt_link ?? sale.url} target="_blank" rel="noopener">
          {t.receipt}
        </a>
      }
      done={done}
    />
  )
}

function Code({ part, url, amount }: { part: TillPart; url: string; amount: string }) {
  const t = tillTexts()
  return (
    <>
      <p class="soft centred">{t.scan}</p>
      <Qr text={url} label={t.qr} />
      <div class="actions centre">
        <SendButton text={invitation({ ...part, amount })} url={url} />
      </div>
    </>
  )
}

function waitingText(now: TillSale | undefined): string {
  const prompt = now?.payment?.prompt
  if (prompt) return tillTexts().approving(walletName(prompt.operator), prompt.number_end)
  return now?.payment?.state === 'open' ? partTexts().begun : tillTexts().waiting
}

/** Why this amount cannot be paid any more, or not now; undefined while it can. */
function refusalOf({ status, remaining, available, currency, payment }: TillSale, amount: string) {
  const t = partTexts()
  if (status === 'EXPIRED' || status === 'CANCELLED') return t.over
  if (Number(remaining) <= 0) return t.settled
  if (Number(remaining) < Number(amount)) return t.lost(formatMoney(remaining, currency))
  // What this sale is paying now is not available either.
  const isOwn = payment?.state === 'open'
  return !isOwn && Number(available) < Number(amount) ? t.taken(formatMoney(available, currency)) : undefined
}
