// Where payouts go: wallets with their owners, since when each can be used, and what is left to do for it.
import { useState } from 'preact/hooks'
import { Badge } from '../../../ui/display/badge.tsx'
import { Card, Facts } from '../../../ui/display/facts.tsx'
import { formatTime, Time } from '../../../ui/display/time.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { targetName, targetText } from '../../../ui/payouts/payout-facts.tsx'
import { type Fold, Folds } from '../../../ui/rows/folds.tsx'
import { serviceNow } from '../../../ui/service/clock.ts'
import { signOut } from '../../access/session.ts'
import type { PayoutDestination } from '../../api-types.ts'
import { ConfirmAct, confirmedCall } from '../../step-up/step-up.tsx'
import { AddBankAccount } from './add-bank-account.tsx'
import { AddWallet } from './add-wallet.tsx'
import { bankTexts, destinationTexts } from './destination-texts.ts'

type Act = 'confirm' | 'remove'
type Acting = { act: Act; destination: PayoutDestination }

/** @param paysBanks whether payouts to bank accounts are offered */
export function Destinations({
  destinations,
  paysBanks,
  done,
}: {
  destinations: readonly PayoutDestination[]
  paysBanks: boolean
  done: () => void
}) {
  const t = destinationTexts()
  const [adding, setAdding] = useState<'wallet' | 'bank'>()
  const [acting, setActing] = useState<Acting>()
  return (
    <Card title={t.destinations}>
      <p class="soft">{t.intro}</p>
      <Folds
        label={t.destinations}
        rows={destinations.map((destination) => rowOf(destination, (act) => setActing({ act, destination })))}
        empty={<p>{t.none}</p>}
      />
      <div class="actions">
        <Button
          small
          appearance={destinations.length === 0 ? 'main' : 'plain'}
          onClick={() => setAdding('wallet')}
        >
          {t.add}…
        </Button>
        {paysBanks && (
          <Button small onClick={() => setAdding('bank')}>
            {bankTexts().add}…
          </Button>
        )}
      </div>
      {adding === 'wallet' && <AddWallet done={done} close={() => setAdding(undefined)} />}
      {adding === 'bank' && <AddBankAccount done={done} close={() => setAdding(undefined)} />}
      {acting && <Change {...acting} done={done} close={() => setActing(undefined)} />}
      <ConfirmAct />
    </Card>
  )
}

function rowOf(destination: PayoutDestination, act: (act: Act) => void): Fold {
  const { destination_id, confirmable } = destination
  const [name, target] = [targetName(destination), targetText(destination)]
  const when = whenText(destination)
  const t = destinationTexts()
  return {
    key: destination_id,
    name,
    note: (
      <>
        {target !== name && <span class="whole-text">{target}</span>}
        {when && <span class="whole-text">{when}</span>}
      </>
    ),
    side: <StateBadge destination={destination} />,
    end: confirmable && (
      <Button small appearance="main" onClick={() => act('confirm')}>
        {t.confirm}…
      </Button>
    ),
    body: <Detail destination={destination} act={act} />,
  }
}

/** From when it can be used; nothing once it can. The wait may be over before it is confirmed. */
export function whenText({ state, usable, usable_from }: PayoutDestination): string | undefined {
  const t = destinationTexts()
  if (usable) return undefined
  const isOver = Date.parse(usable_from) <= serviceNow().getTime()
  const time = formatTime(usable_from, 'list')
  if (state !== 'waiting') return isOver ? undefined : t.from(time)
  return isOver ? t.onceConfirmed : t.fromConfirmed(time)
}

function StateBadge({ destination: { state, usable } }: { destination: PayoutDestination }) {
  const t = destinationTexts()
  if (usable) return <Badge tone="good">{t.usable}</Badge>
  return <Badge tone="wait">{state === 'waiting' ? t.toConfirm : t.waiting}</Badge>
}

function Detail({ destination, act }: { destination: PayoutDestination; act: (act: Act) => void }) {
  const t = destinationTexts()
  const { state, usable, usable_from, confirmable, created_at, confirmed_at } = destination
  const needsSignIn = state === 'waiting' && !confirmable
  return (
    <>
      {needsSignIn && <p>{t.confirmHint}</p>}
      {state !== 'waiting' && !usable && <p>{t.waitHint(formatTime(usable_from, 'list'))}</p>}
      <Facts
        facts={[
          [t.added, <Time key="added" at={created_at} />],
          [t.confirmedAt, confirmed_at && <Time at={confirmed_at} />],
          [t.usableFrom, <Time key="from" at={usable_from} />],
        ]}
      />
      <div class="actions">
        {needsSignIn && (
          <Button small onClick={signOut}>
            {t.signOut}
          </Button>
        )}
        <Button small appearance="danger" onClick={() => act('remove')}>
          {t.remove}…
        </Button>
      </div>
    </>
  )
}

function Change({ act, destination, done, close }: Acting & { done: () => void; close: () => void }) {
  const t = destinationTexts()
  const path = `payout-destinations/${encodeURIComponent(destination.destination_id)}`
  const isRemoval = act === 'remove'
  return (
    <Dialog title={isRemoval ? t.removeTitle : t.confirmTitle} close={close}>
      <p>
        <strong>{targetName(destination)}</strong>, {targetText(destination)}
      </p>
      <p>{isRemoval ? t.removeText : t.confirmText(targetName(destination))}</p>
      <Form
        submit={async () => {
          await (isRemoval ? confirmedCall('DELETE', path) : confirmedCall('POST', `${path}/confirm`))
          close()
          toast(isRemoval ? t.removed : t.confirmed)
          done()
        }}
        action={isRemoval ? t.remove : t.confirm}
        appearance={isRemoval ? 'danger' : 'main'}
        known={{ 'Sign in again to confirm this payout destination': t.sameSignIn }}
      >
        {null}
      </Form>
    </Dialog>
  )
}
