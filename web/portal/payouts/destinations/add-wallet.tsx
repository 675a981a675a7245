// The dialog that adds a wallet: its number, then the owner that the operator names, to be confirmed.
import { useState } from 'preact/hooks'
import { formatTime } from '../../../ui/display/time.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Form, type Values } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { targetText } from '../../../ui/payouts/payout-facts.tsx'
import type { FoundWallet, PayoutDestination } from '../../api-types.ts'
import { confirmedCall, type ProvenCall, StepUp } from '../../step-up/step-up.tsx'
import { destinationTexts } from './destination-texts.ts'

export function AddWallet({ done, close }: { done: () => void; close: () => void }) {
  const t = destinationTexts()
  return (
    <Dialog title={t.add} close={close}>
      <StepUp>
        {(call) => (
          <WalletForm
            call={call}
            done={() => {
              close()
              done()
            }}
          />
        )}
      </StepUp>
    </Dialog>
  )
}

function WalletForm({ call, done }: { call: ProvenCall; done: () => void }) {
  const t = destinationTexts()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<FoundWallet>()
  const find = async ({ number = '' }: Values) => {
    setTyped(number)
    setFound(await call<FoundWallet>('POST', 'payout-destinations/look-up', { type: 'wallet', number }))
  }
  if (found) return <FoundOwner wallet={found} back={() => setFound(undefined)} done={done} />
  return (
    <Form submit={find} action={t.find}>
      <Field
        name="number"
        type="tel"
        label={t.number}
        hint={t.numberHint}
        value={typed}
        autocomplete="tel"
        required
      />
    </Form>
  )
}

function FoundOwner({ wallet, back, done }: { wallet: FoundWallet; back: () => void; done: () => void }) {
  const t = destinationTexts()
  const add = async () => {
    const { type, number } = wallet
    const added = await confirmedCall<PayoutDestination>('POST', 'payout-destinations', { type, number })
    toast(t.addedText(formatTime(added.usable_from, 'list')))
    done()
  }
  return (
    <>
      {wallet.subscriber_name ? (
        <p>
          {t.found} <strong>{wallet.subscriber_name}</strong> ({targetText(wallet)}).
        </p>
      ) : (
        <p>
          {targetText(wallet)}. {t.unnamed}
        </p>
      )}
      <Form submit={add} action={t.addThis} more={<Button onClick={back}>{t.other}</Button>}>
        {null}
      </Form>
    </>
  )
}
