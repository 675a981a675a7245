// What a payer sees on a phone, in the light and the dark theme.
import { formatMoney } from '../../../ui/display/amount.tsx'
import { catalogue } from '../../../ui/language/language.ts'
import { previewShades } from './shades.ts'

const texts = catalogue({
  fr: {
    light: 'Aperçu en mode clair',
    dark: 'Aperçu en mode sombre',
    toPay: 'À payer',
    pay: 'Payer',
    card: 'Numéro de carte',
  },
  en: {
    light: 'Preview in light mode',
    dark: 'Preview in dark mode',
    toPay: 'To pay',
    pay: 'Pay',
    card: 'Card number',
  },
})

export type Draft = { name: string; logo: string | null; accent: string; support: string }

export function BrandPreviews({ draft }: { draft: Draft }) {
  return (
    <div class="brand-previews">
      <Preview draft={draft} dark={false} />
      <Preview draft={draft} dark />
    </div>
  )
}

function Preview({ draft: { name, logo, accent, support }, dark }: { draft: Draft; dark: boolean }) {
  const t = texts()
  const { panel, panelInk, button, buttonInk } = previewShades(accent, dark)
  const amount = formatMoney('25.00', 'USD')
  return (
    <figure class={`brand-preview${dark ? ' dark' : ''}`}>
      <div class="phone" aria-hidden="true">
        <div class="panel" style={{ background: panel, color: panelInk }}>
          {logo && <img src={logo} alt="" />}
          <strong>{name}</strong>
          <span>{t.toPay}</span>
          <b>{amount}</b>
        </div>
        <div class="sheet">
          <span>{t.card}</span>
          <i />
          <span class="button-like" style={{ background: button, color: buttonInk }}>
            {t.pay} {amount}
          </span>
          {support && <small>{support}</small>}
        </div>
      </div>
      <figcaption>{dark ? t.dark : t.light}</figcaption>
    </figure>
  )
}
