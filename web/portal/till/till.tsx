// The till: an amount is typed, the customer scans the code and pays on their phone, and the screen says so.

import { useEffect, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Drawing } from '../../ui/frame/tabs.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { serviceNow } from '../../ui/service/clock.ts'
import { laterPages } from '../../ui/service/later-pages.tsx'
import { isOnline } from '../../ui/service/online.ts'
import type { PaymentLink } from '../api-types.ts'
import { createLink } from '../links/create-link.ts'
import { useTillManifest } from './install.ts'
import { TillMessage } from './message.tsx'
import { type Key, keyOf, keys, pressed } from './pad.ts'
import { Sale } from './sale.tsx'
import { isMuted, prepareSound, toggleSound } from './sound.ts'
import { tillTexts } from './texts.ts'

/** A description of a link has at most this many characters. */
const maxLetters = 320

/** How long a customer may take to scan and pay. */
const minutesToPay = 30

const PartTill = laterPages(() => import('../pages/parts-till.ts')).part((pages) => pages.PartTill)

type Currency = (typeof currencies)[number]

/** What stands between a whole number and its decimals: "," in French and "." in English. */
const decimalMark = () => formatNumber(0.5).charAt(1)

export function TillPage() {
  const t = tillTexts()
  const [link, setLink] = useState<PaymentLink>()
  const [takesParts, setTakesParts] = useState(false)
  const [currency, setCurrency] = useState<Currency>('USD')
  const install = useTillManifest()
  return (
    <Page
      title={t.title}
      narrow
      side={
        <div class="till-side">
          {!link && (
            <Button small onClick={() => setTakesParts(!takesParts)}>
              {takesParts ? t.sale : t.part}
            </Button>
          )}
          {/* Another page, outside the portal: a receipt that a customer shows is verified there. */}
          <ButtonLink small href="/verify?shop">
            {t.verify}
          </ButtonLink>
          {install && (
            <Button small onClick={install}>
              {t.install}
            </Button>
          )}
          <button
            type="button"
            class="sound"
            aria-pressed={!isMuted.value}
            aria-label={t.sound}
            title={isMuted.value ? t.soundOff : t.soundOn}
            onClick={toggleSound}
          >
            <Drawing
              of={`M4 9h4l5-4v14l-5-4H4z${isMuted.value ? 'm12.5 1 5 5m0-5-5 5' : 'm12 0a4 4 0 0 1 0 6m2.5-8.5a8 8 0 0 1 0 11'}`}
            />
          </button>
        </div>
      }
    >
      <div class="till-around">
        {takesParts ? (
          <PartTill />
        ) : link ? (
          <Sale key={link.code} link={link} done={() => setLink(undefined)} />
        ) : (
          <Pad currency={currency} setCurrency={setCurrency} made={setLink} />
        )}
      </div>
    </Page>
  )
}

function Pad({
  currency,
  setCurrency,
  made,
}: {
  currency: Currency
  setCurrency: (currency: Currency) => void
  made: (link: PaymentLink) => void
}) {
  const t = tillTexts()
  const [typed, setTyped] = useState('')
  const [what, setWhat] = useState('')
  const [busy, setBusy] = useState(false)
  // Not a toast, which would cover what is pressed next. It stays until the next attempt, so that no key moves under a finger.
  const [refusal, setRefusal] = useState<string>()
  useKeyboard((key) => setTyped((now) => pressed(now, key)))
  const isAmount = Number(typed) > 0
  const charge = async () => {
    if (!isAmount || !isOnline.value) return
    prepareSound()
    setBusy(true)
    setRefusal(undefined)
    const expires_at = new Date(serviceNow().getTime() + minutesToPay * 60_000).toISOString()
    const description = what.trim() || t.description
    try {
      made(await createLink({ amount: typed, currency, description, expires_at }, t.enter))
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setRefusal(refusalText(error))
    }
    setBusy(false)
  }
  return (
    <div class="till">
      <div class="till-amount">
        <output aria-label={t.amount} aria-live="polite">
          {formatMoney(typed.replace(/\.$/, '') || '0', currency)}
        </output>
        <CurrencyChoice currency={currency} choose={setCurrency} />
        <input
          name="what"
          class="till-note"
          aria-label={t.what}
          placeholder={t.what}
          title={t.whatHint}
          maxLength={maxLetters}
          autocomplete="off"
          value={what}
          onInput={({ currentTarget }) => setWhat(currentTarget.value)}
        />
      </div>
      <TillMessage text={isOnline.value ? refusal : t.offline} />
      <PadKeys press={(key) => setTyped((now) => pressed(now, key))} />
      <Button appearance="main" busy={busy} aria-disabled={!isAmount || !isOnline.value} onClick={charge}>
        {isAmount ? t.charge(formatMoney(typed, currency)) : t.enter}
      </Button>
    </div>
  )
}

function PadKeys({ press }: { press: (key: Key) => void }) {
  return (
    <div class="pad">
      {keys.map((key) => (
        <PadKey key={key} of={key} press={() => press(key)} />
      ))}
    </div>
  )
}

function CurrencyChoice({ currency, choose }: { currency: Currency; choose: (currency: Currency) => void }) {
  return (
    <fieldset class="choice small" aria-label={tillTexts().currency}>
      {currencies.map((code) => (
        <button key={code} type="button" aria-pressed={code === currency} onClick={() => choose(code)}>
          {code}
        </button>
      ))}
    </fieldset>
  )
}

/** The keys of a keyboard do what those of the pad do. */
function useKeyboard(press: (key: Key) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = event.ctrlKey || event.metaKey || event.altKey ? undefined : keyOf(event.key)
      const isInField = event.target instanceof HTMLInputElement
      if (key === undefined || isInField || document.querySelector('dialog[open]')) return
      event.preventDefault()
      press(key)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function PadKey({ of: key, press }: { of: Key; press: () => void }) {
  const t = tillTexts()
  return (
    <button type="button" onClick={press} aria-label={key === 'erase' ? t.erase : undefined}>
      {key === 'erase' ? (
        <Drawing of="M9 6h11v12H9l-5-6zm3 4 4 4m0-4-4 4" />
      ) : key === '.' ? (
        decimalMark()
      ) : (
        key
      )}
    </button>
  )
}
