// The dialog that adds a bank account of the merchant. The bank is not asked who owns it, so the holder is typed.
import { formatTime } from '../../../ui/display/time.tsx'
import { Dialog } from '../../../ui/forms/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { RequestError } from '../../../ui/service/client.ts'
import type { PayoutDestination } from '../../api-types.ts'
import { confirmedCall } from '../../step-up/step-up.tsx'
import { bankTexts, destinationTexts } from './destination-texts.ts'

export function AddBankAccount({ done, close }: { done: () => void; close: () => void }) {
  const t = bankTexts()
  const ended = () => {
    close()
    done()
  }
  return (
    <Dialog title={t.add} close={close}>
      <AccountForm done={ended} />
    </Dialog>
  )
}

function AccountForm({ done }: { done: () => void }) {
  const t = bankTexts()
  const add = async ({ iban_or_account, bic, holder }: Values) => {
    const body = { type: 'bank', iban_or_account, bic, holder }
    const added = await named(confirmedCall<PayoutDestination>('POST', 'payout-destinations', body))
    toast(destinationTexts().addedText(formatTime(added.usable_from, 'list')))
    done()
  }
  return (
    <Form
      submit={add}
      action={t.addThis}
      known={{ 'Payouts to bank accounts are not offered': t.notOffered }}
    >
      <Field name="holder" label={t.holder} hint={t.holderHint} maxLength={70} autocomplete="off" required />
      <Field
        name="iban_or_account"
        label={t.account}
        hint={t.accountHint}
        maxLength={50}
        autocomplete="off"
        required
      />
      <Field name="bic" label={t.bic} hint={t.bicHint} maxLength={20} autocomplete="off" required />
    </Form>
  )
}

/** Names each refused field in the merchant's words. @throws Faults, RequestError */
async function named<Data>(call: Promise<Data>): Promise<Data> {
  try {
    return await call
  } catch (error) {
    const { wrong } = bankTexts()
    const fields = error instanceof RequestError ? error.faults.map(({ field }) => field) : []
    const known = fields.filter((field): field is keyof typeof wrong => field in wrong)
    if (known.length === 0) throw error
    throw new Faults(Object.fromEntries(known.map((field) => [field, wrong[field]])))
  }
}
