// One payout: as a line of the list that opens in place, and as a page that other pages link to.
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { holdOf, isBank, payoutFacts, payoutMoments, targetName } from '../../ui/payouts/payout-facts.tsx'
import { payoutTexts } from '../../ui/payouts/texts.ts'
import type { Fold } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import { PayoutBadge } from '../account/status.tsx'
import type { Payout, PayoutDetail } from '../api-types.ts'
import { useUpdates } from '../updates/updates.ts'
import { pageTexts } from './texts.ts'

const pathOf = (id: string) => `payouts/${encodeURIComponent(id)}`

/** The line of a payout, which opens to its detail. @param changed called after a cancellation */
export function payoutRow(payout: Payout, changed: () => void): Fold {
  const { payout_id, amount, currency, destination, created_at, reference, state } = payout
  return {
    key: payout_id,
    at: created_at,
    name: targetName(destination),
    note: [
      formatTime(created_at, 'clock'),
      reference,
      ...(payout.held_reason ? [pageTexts().heldNote] : []),
    ].join(' · '),
    side: <PayoutBadge state={state} />,
    end: formatMoney(amount, currency),
    // A payout that changed is loaded again.
    body: <OpenPayout key={state} id={payout_id} changed={changed} />,
  }
}

function OpenPayout({ id, changed }: { id: string; changed: () => void }) {
  const loaded = useLoad(`payout ${id}`, (signal) => api.get<PayoutDetail>(pathOf(id), {}, signal))
  return <Await of={loaded}>{(payout) => <Detail payout={payout} changed={changed} />}</Await>
}

export function PayoutPage() {
  const t = pageTexts()
  const { id = '' } = useRoute().params
  const loaded = useLoad(`payout ${id}`, (signal) => api.get<PayoutDetail>(pathOf(id), {}, signal))
  useUpdates('payouts', loaded.reload)
  const payout = loaded.data
  return (
    <Page
      back={{ href: '/portal/payouts', label: t.title }}
      title={payout ? formatMoney(payout.amount, payout.currency) : t.one}
      side={payout && <PayoutBadge state={payout.state} />}
      intro={payout && targetName(payout.destination)}
    >
      <Await of={loaded}>
        {(found) => (
          <div class="card stack">
            <Detail payout={found} changed={loaded.reload} />
          </div>
        )}
      </Await>
    </Page>
  )
}

function Detail({ payout, changed }: { payout: PayoutDetail; changed: () => void }) {
  const { state } = payout
  return (
    <>
      <WhatNow payout={payout} />
      <Facts facts={payoutFacts(payout)} />
      <h2>{payoutTexts().history}</h2>
      <Timeline moments={payoutMoments(payout)} look="list" />
      {may('payout') && (state === 'REQUESTED' || state === 'APPROVED') && (
        <Cancel payout={payout} done={changed} />
      )}
    </>
  )
}

/** What happens to the payout next, or what keeps it and what the merchant can do about it. */
function WhatNow({ payout }: { payout: PayoutDetail }) {
  const t = pageTexts()
  const { state, destination, approval_id, payout_id, held_reason, history } = payout
  const wasHeld = state === 'REQUESTED' && history.at(-1)?.event === 'held'
  const hold = t.holds[holdOf(payout) ?? '']
  const waitsForUser = state === 'REQUESTED' && approval_id !== null && approval_id !== payout_id
  const next = { ...t.what, ...(isBank(destination) && t.bankWhat) }[state]
  const usual = wasHeld ? t.approvedAgain : next
  const what = hold ?? (waitsForUser ? t.secondUser : usual)
  if (!what) return null
  return (
    <Notice tone={state === 'FAILED' || state === 'RETURNED' ? 'bad' : 'note'}>
      <p>{what}</p>
      {held_reason && may('destinations') && (
        <p>
          <ButtonLink small href="/portal/payouts/settings">
            {t.checkDestination}
          </ButtonLink>
        </p>
      )}
      {!hold && waitsForUser && (
        <p>
          <ButtonLink small href="/portal/approvals">
            {t.approvals}
          </ButtonLink>
        </p>
      )}
    </Notice>
  )
}

function Cancel({ payout, done }: { payout: Payout; done: () => void }) {
  const t = pageTexts()
  const [asking, setAsking] = useState(false)
  const cancel = async () => {
    await api.post(`${pathOf(payout.payout_id)}/cancel`)
    setAsking(false)
    toast(t.cancelled)
    done()
  }
  return (
    <div class="actions">
      <Button appearance="danger" small onClick={() => setAsking(true)}>
        {t.cancel}…
      </Button>
      {asking && (
        <Dialog
          title={t.cancelTitle(formatMoney(payout.amount, payout.currency))}
          close={() => {
            setAsking(false)
            // The payout may have been sent meanwhile.
            done()
          }}
        >
          <p>{t.cancelText}</p>
          <Form submit={cancel} action={t.cancel} appearance="danger">
            {null}
          </Form>
        </Dialog>
      )}
    </div>
  )
}
