// What the quotes of a merchant may promise: the card that says so, and its dialog.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Faults } from '../../ui/forms/form.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { limitOf } from '../parts/amount.ts'
import { Decision } from '../parts/decision.tsx'
import { environmentTexts } from '../texts.ts'
import { merchantTexts } from './texts.ts'

type Terms = schemas.QuoteTerms['data']

const pathOf = (code: string) => `/merchants/${encodeURIComponent(code)}/quotes`

export function QuoteTerms({ code }: { code: string }) {
  const t = merchantTexts()
  const terms = useLoad(`quotes of ${code}`, (signal) => api.get<Terms>(pathOf(code), {}, signal))
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t.quotes}>
      <Await of={terms}>
        {(loaded) => (
          <>
            <Facts
              facts={[
                [t.quoteSeconds, t.minutes(loaded.quote_seconds / 60)],
                [t.quoteLimit, formatMoney(loaded.quote_exposure_limit, 'USD')],
                [t.quotePromised, formatMoney(loaded.promised, 'USD')],
              ]}
            />
            <div class="actions">
              <ActButton right="pricing" onClick={() => setOpen(true)}>
                {t.changeQuotes}…
              </ActButton>
            </div>
            {isOpen && <TermsDecision terms={loaded} done={terms.reload} close={() => setOpen(false)} />}
          </>
        )}
      </Await>
    </Card>
  )
}

function TermsDecision({ terms, done, close }: { terms: Terms; done: () => void; close: () => void }) {
  const t = merchantTexts()
  return (
    <Decision
      title={t.quotesTitle}
      explanation={`${t.quotesText} ${t.rightEnvironment(environmentTexts()[terms.environment])}`}
      action={t.save}
      decide={async (values) => {
        const minutes = Number(values.minutes)
        const limit = limitOf(values.limit ?? '')
        const isWhole = Number.isInteger(minutes) && minutes >= 1 && minutes <= 30
        if (!isWhole || limit === undefined)
          throw new Faults({
            ...(!isWhole && { minutes: t.minutesWrong }),
            ...(limit === undefined && { limit: t.limitWrong }),
          })
        const body = { quote_seconds: minutes * 60, quote_exposure_limit: limit, reason: values.reason ?? '' }
        await api.put(pathOf(terms.merchant_code), body)
        done()
      }}
      done={t.quotesSaved}
      close={close}
    >
      <div class="pair">
        <Field
          name="minutes"
          label={t.quoteMinutes}
          inputMode="numeric"
          autocomplete="off"
          value={String(Math.round(terms.quote_seconds / 60))}
          required
        />
        <Field
          name="limit"
          label={t.quoteLimit}
          inputMode="decimal"
          autocomplete="off"
          value={terms.quote_exposure_limit}
          required
        />
      </div>
    </Decision>
  )
}
