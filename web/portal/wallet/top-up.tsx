import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'

const texts = catalogue({
  fr: {
    add: (amount: string) => `Ajouter ${amount} de test`,
    added: 'Argent de test ajouté.',
  },
  en: {
    add: (amount: string) => `Add ${amount} of test money`,
    added: 'Test money added.',
  },
})

const dollars = 10

/** Adds test money to the wallet, for test transfers. */
export function TopUp({ done, appearance = 'plain' }: { done: () => void; appearance?: 'main' | 'plain' }) {
  const t = texts()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      await api.post('sandbox/topup', { amount: dollars })
      toast(t.added)
      done()
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button small appearance={appearance} busy={busy} onClick={add}>
      {t.add(formatMoney(dollars, 'USD'))}
    </Button>
  )
}
