// The brand on payment pages: logo, accent colour and contact, with a preview that follows each change.
import { useState } from 'preact/hooks'
import type { CheckoutSettings } from '../../../api/schemas.generated.ts'
import { Card } from '../../../ui/display/facts.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field, Select } from '../../../ui/forms/field.tsx'
import { FileField } from '../../../ui/forms/file-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { toast } from '../../../ui/frame/toast.tsx'
import { catalogue } from '../../../ui/language/language.ts'
import { Await } from '../../../ui/service/await.tsx'
import { useLoad } from '../../../ui/service/load.ts'
import { api } from '../../access/session.ts'
import { ConfirmAct, confirmedCall } from '../../step-up/step-up.tsx'
import { BrandPreviews, type Draft } from './brand-preview.tsx'
import { logoOf } from './logo-file.ts'

const brandTexts = catalogue({
  fr: {
    title: 'Page de paiement',
    intro: 'Votre logo et votre couleur apparaissent sur la page de paiement, les liens et les reçus.',
    logo: 'Logo',
    logoHint: 'PNG, JPEG ou WebP. Les grandes images sont réduites.',
    remove: 'Retirer le logo',
    notImage: 'Ce fichier n’est pas une image PNG, JPEG ou WebP.',
    accent: 'Couleur',
    accentHint: 'La couleur du texte est choisie pour rester lisible.',
    chooseFile: 'Choisir une image',
    attempts: 'Essais de carte par paiement',
    usual: 'Réglage du service',
    palette: 'Teintes proposées',
    attemptsHint:
      'Après une carte refusée, le client peut en essayer une autre. Nous conseillons 3\u00a0essais.',
    support: 'Contact des clients',
    supportHint: 'Numéro international (+243…), ou https://wa.me/243… pour WhatsApp.',
    save: 'Enregistrer',
    saved: 'Page de paiement enregistrée.',
  },
  en: {
    title: 'Checkout',
    intro: 'Your logo and colour appear on the checkout page, payment links and receipts.',
    logo: 'Logo',
    logoHint: 'PNG, JPEG or WebP. Large images are scaled down.',
    remove: 'Remove logo',
    notImage: 'This file isn’t a PNG, JPEG or WebP image.',
    accent: 'Colour',
    accentHint: 'The text colour is chosen so that it stays readable.',
    chooseFile: 'Choose an image',
    attempts: 'Card attempts per payment',
    usual: 'Service default',
    palette: 'Suggested shades',
    attemptsHint: 'After a declined card the customer can try another. We recommend 3 attempts.',
    support: 'Customer contact',
    supportHint: 'International number (+243…), or https://wa.me/243… for WhatsApp.',
    save: 'Save',
    saved: 'Checkout saved.',
  },
})

/** The colour of pages whose merchant has chosen none. */
const ownAccent = '#0b4a47'
/** For those who have no colour of their own yet. */
const suggested = [ownAccent, '#1d4ed8', '#6d28d9', '#be185d', '#b91c1c', '#c2410c', '#15803d', '#334155']
/** How many cards the service lets a customer try, at most. */
const attempts = ['1', '2', '3', '4', '5']

export function BrandCard({ name }: { name: string }) {
  const t = brandTexts()
  const settings = useLoad('checkout', (signal) => api.get<CheckoutSettings['data']>('checkout', {}, signal))
  return (
    <Card id="checkout" title={t.title}>
      <p class="soft">{t.intro}</p>
      <ConfirmAct />
      <Await of={settings}>{(loaded) => <BrandForm name={name} settings={loaded} />}</Await>
    </Card>
  )
}

function BrandForm({ name, settings }: { name: string; settings: CheckoutSettings['data'] }) {
  const t = brandTexts()
  const { brand, checkout_attempts } = settings
  const [draft, setDraft] = useState<Draft>({
    name,
    logo: brand.logo,
    accent: brand.accent ?? ownAccent,
    support: brand.support ?? '',
  })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <>
      <Form
        class="form-card"
        appearance="plain"
        action={t.save}
        fieldOf={(field) => (field === 'brand.logo' ? 'logo_file' : field.replace('brand.', ''))}
        submit={async ({ support = '', checkout_attempts }) => {
          // Our own colour is no choice of the merchant's.
          const accent = draft.accent === ownAccent ? null : draft.accent
          const sent = { logo: draft.logo, accent, support: support || null }
          await confirmedCall('PUT', 'checkout', {
            checkout_attempts: Number(checkout_attempts) || null,
            brand: sent,
          })
          toast(t.saved)
        }}
      >
        <LogoField logo={draft.logo} change={change} />
        <ColourAndContact brand={brand} accent={draft.accent} change={change} />
        <Select
          name="checkout_attempts"
          label={t.attempts}
          hint={t.attemptsHint}
          options={[['', t.usual], ...attempts.map((count) => [count, count] as const)]}
          value={String(checkout_attempts ?? '')}
        />
      </Form>
      <BrandPreviews draft={draft} />
    </>
  )
}

function LogoField({ logo: shown, change }: { logo: string | null; change: (part: Partial<Draft>) => void }) {
  const t = brandTexts()
  const choose = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    const logo = file && (await logoOf(file))
    if (logo) change({ logo })
    else if (file) toast(t.notImage, 'bad')
    input.value = ''
  }
  return (
    <>
      <FileField
        name="logo_file"
        label={t.logo}
        hint={t.logoHint}
        accept="image/png,image/jpeg,image/webp"
        choose={t.chooseFile}
        taken
        onChoose={(input) => void choose(input)}
      />
      {shown && (
        <div class="brand-logo">
          <Button small onClick={() => change({ logo: null })}>
            {t.remove}
          </Button>
        </div>
      )}
    </>
  )
}

function ColourAndContact({
  brand,
  accent,
  change,
}: {
  brand: CheckoutSettings['data']['brand']
  accent: string
  change: (part: Partial<Draft>) => void
}) {
  const t = brandTexts()
  const [chosen, setChosen] = useState(0)
  return (
    <>
      <div class="colour-field">
        <Field
          // Only a new element takes over a suggested colour; an open picker must stay.
          key={chosen}
          name="accent"
          type="color"
          label={t.accent}
          hint={t.accentHint}
          value={accent}
          onInput={({ currentTarget: { value } }) => change({ accent: value.toLowerCase() })}
        />
        <fieldset class="swatches" aria-label={t.palette}>
          {suggested.map((colour) => (
            <button
              key={colour}
              type="button"
              aria-label={colour}
              aria-pressed={colour === accent}
              style={{ background: colour }}
              onClick={() => {
                change({ accent: colour })
                setChosen(chosen + 1)
              }}
            />
          ))}
        </fieldset>
      </div>
      <Field
        name="support"
        label={t.support}
        hint={t.supportHint}
        value={brand.support ?? ''}
        inputmode="url"
        onInput={({ currentTarget: { value } }) => change({ support: value.trim() })}
      />
    </>
  )
}
